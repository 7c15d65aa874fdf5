import { dueKindLabels, dueStatuses, repeats } from '@deedbox/contract/due-date-terms.ts'
import type { DueDate } from '@deedbox/contract/due-dates.ts'
import { matterFiles } from '@deedbox/contract/matter-files.ts'
import type { Matter, MatterFilter } from '@deedbox/contract/matters.ts'
import type { MatterRole } from '@deedbox/contract/parties.ts'
import { and, asc, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { dueDates } from '../../db/tables/due-dates.ts'
import { parties } from '../../db/tables/parties.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { TableColumns } from '../../kernel/http/send-table.ts'
import { dueDatesVisibleTo } from '../../policy/due-dates.ts'
import { keepsMatters } from '../../policy/matters.ts'
import { toDueDates } from '../dates/one.ts'
import { roleColumns } from '../parties/export.ts'
import { rolesHeld } from '../parties/read.ts'
import { mattersIn } from '../register/export.ts'

export type Read = <T>(fn: (ctx: Acting<ReadCtx>) => Promise<T>) => Promise<T>
type Row = { matter: Matter; role: MatterRole; email: string; bornOn: string }
type Dated = { matter: Matter | null; date: DueDate }

const ofParties = matterFiles.parties
const ofDates = matterFiles.dates

/** The columns of parties with their roles: those of an import, and the name of the matter. */
export const partyColumns: TableColumns<Row> = {
  [ofParties.matter.heading]: ({ matter }) => matter.reference,
  'Name of the matter': ({ matter }) => matter.name,
  ...Object.fromEntries(
    Object.entries(roleColumns).map(([heading, cell]) => [heading, ({ role }: Row) => cell(role, null)]),
  ),
  [ofParties.email.heading]: ({ email }) => email,
  [ofParties.bornOn.heading]: ({ bornOn }) => bornOn,
}

/** The columns of dates: those of an import, and the name of the matter. */
export const dateColumns: TableColumns<Dated> = {
  [ofDates.matter.heading]: ({ matter }) => matter?.reference ?? '',
  'Name of the matter': ({ matter }) => matter?.name ?? '',
  [ofDates.kind.heading]: ({ date }) => labelIn(dueKindLabels, date.kind),
  [ofDates.title.heading]: ({ date }) => date.title,
  [ofDates.dueOn.heading]: ({ date }) => date.dueOn ?? '',
  [ofDates.words.heading]: ({ date }) => date.words,
  [ofDates.clause.heading]: ({ date }) => date.clause,
  [ofDates.document.heading]: ({ date }) => date.document?.title ?? '',
  [ofDates.repeats.heading]: ({ date }) =>
    (repeats as Record<string, { label: string }>)[date.repeats]?.label ?? '',
  [ofDates.remindDays.heading]: ({ date }) => date.remindDays.join(', '),
  [ofDates.people.heading]: ({ date }) => date.people.map(({ email }) => email).join(', '),
  [ofDates.status.heading]: ({ date }) => dueStatuses[date.status],
  [ofDates.reason.heading]: ({ date }) => date.reason,
}

const labelIn = (labels: Record<string, string>, value: string) => labels[value] ?? value

/** Walks through the parties of the matters that the reader sees; email and birthday are for whoever keeps matters. */
export async function* partiesIn(read: Read, filter: MatterFilter): AsyncGenerator<Row[]> {
  for await (const matters of mattersIn(read, filter)) {
    const byId = new Map(matters.map((matter) => [matter.id, matter]))
    yield await read(async (ctx) => {
      const held = await rolesHeld(ctx, [...byId.keys()])
      const facts = await factsOf(
        ctx,
        held.map(({ role }) => role.party.id),
      )
      const rows = held.flatMap(({ matterId, role }): Row[] => {
        const matter = byId.get(matterId)
        const known = facts.get(role.party.id)
        return matter ? [{ matter, role, email: known?.email ?? '', bornOn: known?.bornOn ?? '' }] : []
      })
      return byMatter(matters, rows)
    })
  }
}

/** Puts rows in the order of their matters. */
function byMatter<Row extends { matter: Matter | null }>(
  matters: readonly Matter[],
  rows: readonly Row[],
): Row[] {
  const grouped = Map.groupBy(rows, ({ matter }) => matter?.id)
  return matters.flatMap(({ id }) => grouped.get(id) ?? [])
}

async function factsOf({ tx, actor }: Acting<ReadCtx>, ids: string[]) {
  const { id, email, bornOn } = parties
  const rows = keepsMatters(actor)
    ? await tx
        .select({ id, email, bornOn })
        .from(parties)
        .where(inArray(id, [...new Set(ids)]))
    : []
  return new Map(rows.map((row) => [row.id, row]))
}

/** Walks through the dates of the matters that the reader sees, of those that they see. */
export async function* datesIn(read: Read, filter: MatterFilter): AsyncGenerator<Dated[]> {
  for await (const matters of mattersIn(read, filter)) {
    const byId = new Map(matters.map((matter) => [matter.id, matter]))
    const rows = await read((ctx) => datesWhere(ctx, inArray(dueDates.matterId, [...byId.keys()]), byId))
    yield byMatter(matters, rows)
  }
}

/** The dates of documents; `inMatters`: of those in a matter too. */
export const datesOfDocuments = (
  ctx: Acting<ReadCtx>,
  ids: readonly string[],
  inMatters: boolean,
): Promise<Dated[]> =>
  datesWhere(
    ctx,
    and(inArray(dueDates.documentId, [...ids]), inMatters ? undefined : isNull(dueDates.matterId)),
    new Map(),
  )

async function datesWhere(
  ctx: Acting<ReadCtx>,
  where: SQL | undefined,
  byId: ReadonlyMap<string, Matter>,
): Promise<Dated[]> {
  const rows = await ctx.tx
    .select({ id: dueDates.id, matterId: dueDates.matterId })
    .from(dueDates)
    .where(and(where, dueDatesVisibleTo(ctx.actor, ctx.now)))
    .orderBy(asc(sql`coalesce(${dueDates.dueOn}, 'infinity'::date)`), asc(dueDates.id))
  const dates = await toDueDates(
    ctx,
    rows.map(({ id }) => id),
  )
  const matterOf = new Map(rows.map(({ id, matterId }) => [id, byId.get(matterId ?? '') ?? null]))
  return dates.map((date) => ({ date, matter: matterOf.get(date.id) ?? null }))
}
