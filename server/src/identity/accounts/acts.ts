import type { ActReason } from '@deedbox/contract/people-terms.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'

/** Input that an act may need besides those with whom it is done: 'expire' the last day of access. */
export type ActInput = { expiresOn: string | null }
export const noInput: ActInput = { expiresOn: null }

/** People or invitations of which several can be chosen. */
export type ActKind<Row> = {
  /** Locks them until the end of the transaction, in the order of their ids. */
  lock: (ctx: Acting<WriteCtx>, ids: readonly string[]) => Promise<void>
  /** Finds the rows that the actor sees, with the columns that the rules ask about. */
  find: (ctx: Acting<ReadCtx>, ids: readonly string[]) => Promise<Row[]>
  nameOf: (row: Row) => { id: string; name: string; email: string }
  /** Reason why nothing can be done with what the actor does not see. */
  missing: ActReason
}

/** Something that can be done with one of them or with many: one rule for both, and a fixed number of statements. */
export type Act<Row> = {
  /** Returns the reason why it cannot be done; null: it can. */
  against: (
    ctx: Pick<Acting<ReadCtx>, 'actor' | 'now' | 'settings'>,
    row: Row,
    input: ActInput,
  ) => ActReason | null
  /** Acts on rows that are locked and that nothing is against, with one event for each. */
  perform: (
    ctx: Acting<WriteCtx>,
    rows: Row[],
    input: ActInput,
    services: Pick<Services, 'mail'>,
  ) => Promise<void>
}

type Named = { id: string; name: string; email: string }
type Refused = { id: string; name: string | null; email: string | null; reason: ActReason }
export type Judged<Row> = { rows: Row[]; able: Named[]; refused: Refused[] }

/** Judges with which of these an act can be done, and with which not and why. */
export async function judge<Row>(
  ctx: Acting<ReadCtx>,
  kind: ActKind<Row>,
  { against }: Act<Row>,
  ids: readonly string[],
  input: ActInput,
): Promise<Judged<Row>> {
  const rowsById = new Map((await kind.find(ctx, ids)).map((row) => [kind.nameOf(row).id, row]))
  const judged: Judged<Row> = { rows: [], able: [], refused: [] }
  for (const id of new Set(ids)) {
    const row = rowsById.get(id)
    const reason = row ? against(ctx, row, input) : kind.missing
    const who = row ? kind.nameOf(row) : { id, name: null, email: null }
    if (reason) judged.refused.push({ ...who, reason })
    else if (row) {
      judged.rows.push(row)
      judged.able.push(kind.nameOf(row))
    }
  }
  return judged
}

/** Locks them, and does it with all with whom it can be done. */
export async function actOnAll<Row>(
  ctx: Acting<WriteCtx>,
  kind: ActKind<Row>,
  act: Act<Row>,
  ids: readonly string[],
  input: ActInput,
  services: Pick<Services, 'mail'>,
): Promise<Judged<Row>> {
  await kind.lock(ctx, ids)
  const judged = await judge(ctx, kind, act, ids, input)
  if (judged.rows.length > 0) await act.perform(ctx, judged.rows, input, services)
  return judged
}

/** Acts on one person. @throws Refusal with the reason against it. */
export async function actOnOne<Row>(
  ctx: Acting<WriteCtx>,
  kind: ActKind<Row>,
  act: Act<Row>,
  id: string,
  input: ActInput,
  services: Pick<Services, 'mail'>,
): Promise<void> {
  const { refused } = await actOnAll(ctx, kind, act, [id], input, services)
  if (refused[0]) throw new Refusal(refused[0].reason)
}
