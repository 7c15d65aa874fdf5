import { and, asc, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { organizations, profiles } from '../../db/tables/accounts.ts'
import { documents } from '../../db/tables/documents.ts'
import { matters } from '../../db/tables/matters.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { keeping, mattersVisibleTo, type StoredMatter } from '../../policy/matters.ts'
import { visibleTo } from '../../policy/visible.ts'
import { byLower, lower, type Reader } from './row.ts'

/** Returns the condition that an expression is among the texts of a list, as one parameter however long it is. */
export const among = (expression: SQL, texts: readonly string[]): SQL =>
  sql`${expression} = any(${sql.param([...new Set(texts)])}::text[])`

/** Finds the matters that the caller sees by their references; the expression is that of the index. */
export async function mattersByReference(
  { tx, actor, now }: Acting<ReadCtx>,
  references: readonly string[],
  lock: boolean,
): Promise<Map<string, StoredMatter[]>> {
  const named = among(sql`lower(coalesce(${matters.reference}, ''))`, references.map(lower))
  const found = tx
    .select()
    .from(matters)
    .where(and(named, mattersVisibleTo(actor, now)))
    .orderBy(asc(matters.id))
  return byLower(await (lock ? found.for('update') : found), ({ reference }) => reference)
}

/** Picks the one matter that a row names, or says why not. */
export function onlyMatter(
  row: Reader,
  found: ReadonlyMap<string, StoredMatter[]>,
): StoredMatter | undefined {
  const reference = row.cell('matter')
  if (reference === undefined) return row.say('matter', 'The reference of the matter is missing.')
  const [matter, another] = found.get(lower(reference)) ?? []
  if (!matter) return row.say('matter', `There is no matter with the reference “${reference}”.`)
  return another ? row.say('matter', `Several matters have the reference “${reference}”.`) : matter
}

/** Finds people who keep matters, by email or name. */
export async function keepersCalled({ tx }: ReadCtx, names: readonly string[]) {
  const { id, email, name } = profiles
  const texts = names.map(lower)
  const rows = await tx
    .select({ id, email, name })
    .from(profiles)
    .where(and(keeping, or(among(sql`${email}`, texts), among(sql`lower(${name})`, texts))))
  const [byEmail, byName] = [byLower(rows, (row) => row.email), byLower(rows, (row) => row.name)]
  return (called: string) => byEmail.get(lower(called)) ?? byName.get(lower(called)) ?? []
}

export async function organizationsCalled({ tx }: ReadCtx, names: readonly string[]) {
  const { id, name, deactivatedAt } = organizations
  const rows = await tx
    .select({ id, name })
    .from(organizations)
    .where(and(isNull(deactivatedAt), among(sql`lower(${name})`, names.map(lower))))
  return byLower(rows, (row) => row.name)
}

/** Finds documents of matters by their titles, of those that the caller sees. */
export async function documentsTitled(
  { tx, actor, now }: Acting<ReadCtx>,
  matterIds: readonly string[],
  titles: readonly string[],
) {
  const { id, matterId, title } = documents
  const rows =
    titles.length === 0 || matterIds.length === 0
      ? []
      : await tx
          .select({ id, matterId, title })
          .from(documents)
          .where(
            and(
              inArray(matterId, [...new Set(matterIds)]),
              among(sql`lower(${title})`, titles.map(lower)),
              visibleTo(actor, now),
            ),
          )
  const found = byLower(rows, (row) => `${row.matterId} ${row.title}`)
  return (row: Reader, column: string, matter: string): string | undefined => {
    const called = row.cell(column)
    if (called === undefined) return undefined
    const [one, another] = found.get(lower(`${matter} ${called}`)) ?? []
    if (!one) return row.say(column, `The matter has no document with the title “${called}” that you see.`)
    return another ? row.say(column, `Several documents of the matter have the title “${called}”.`) : one.id
  }
}

/** Selects the names of people or organisations by their ids. */
export async function namesById({ tx }: ReadCtx, of: 'people' | 'organizations', ids: (string | null)[]) {
  const table = of === 'people' ? profiles : organizations
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  const rows = await tx
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(inArray(table.id, wanted))
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (id: string | null) => (id === null ? '' : (names.get(id) ?? ''))
}
