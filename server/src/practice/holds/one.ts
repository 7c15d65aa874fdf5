import type { Hold, HoldStatus } from '@deedbox/contract/holds.ts'
import { eq, type SQL, sql } from 'drizzle-orm'
import { documents } from '../../db/tables/documents.ts'
import { legalHolds } from '../../db/tables/holds.ts'
import type { AuditEntry } from '../../kernel/audit/record.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import { Refusal } from '../../platform/errors.ts'
import { lockHolds } from '../../policy/holds.ts'

export type HoldRow = typeof legalHolds.$inferSelect

/** Conditions of a hold's status. */
export const holdIs: Record<HoldStatus, SQL> = {
  'in-force': sql`${legalHolds.endedAt} is null and ${legalHolds.askedAt} is null`,
  asked: sql`${legalHolds.endedAt} is null and ${legalHolds.askedAt} is not null`,
  ended: sql`${legalHolds.endedAt} is not null`,
}

const statusOf = ({ endedAt, askedAt }: HoldRow): HoldStatus =>
  endedAt ? 'ended' : askedAt ? 'asked' : 'in-force'

/** A hold as administrators read it; `second`: there is another administrator. */
export function toHold({ actor }: Acting<ReadCtx>, row: HoldRow, second: boolean): Hold {
  const status = statusOf(row)
  return {
    id: row.id,
    kind: row.kind,
    subjectId: row.kind === 'client' ? null : row.subject,
    name: row.name,
    reason: row.reason,
    endsOn: row.endsOn,
    setAt: row.setAt.toISOString(),
    setBy: row.setByName,
    status,
    asked: row.askedAt && {
      at: row.askedAt.toISOString(),
      by: row.askedByName ?? '',
      why: row.askedWhy ?? '',
    },
    ended: row.endedAt && { at: row.endedAt.toISOString(), by: row.endedByName },
    can: {
      lift: status === 'in-force',
      alone: !second,
      confirm: status === 'asked' && (!second || row.askedBy !== actor.id),
      keep: status === 'asked',
    },
  }
}

/** Locks a hold in force until the end of the transaction. @throws Refusal 'hold-not-found', 'hold-over' */
export async function lockHold(ctx: WriteCtx, holdId: string): Promise<HoldRow> {
  await lockHolds(ctx)
  const [row] = await ctx.tx.select().from(legalHolds).where(eq(legalHolds.id, holdId)).for('update')
  if (!row) throw new Refusal('hold-not-found')
  if (row.endedAt) throw new Refusal('hold-over')
  return row
}

/** Details of a hold in the trail. */
export const aboutHold = ({ id, kind, subject, name }: HoldRow) => ({
  holdId: id,
  kind,
  subjectId: kind === 'client' ? null : subject,
  name,
})

/** The entry in the history of the document that a hold is on, without its reason; none where it is on another thing or the document is not known. */
export async function inHistory(
  { tx }: WriteCtx,
  { kind, subject }: HoldRow,
  event: 'document_held' | 'document_hold_ended',
): Promise<AuditEntry[]> {
  if (kind !== 'document') return []
  const known = await tx.select({ id: documents.id }).from(documents).where(eq(documents.id, subject))
  return known.map(({ id }) => ({ event, documentId: id }))
}
