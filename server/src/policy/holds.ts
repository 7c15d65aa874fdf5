import type { HoldKind } from '@deedbox/contract/hold-terms.ts'
import { type SQL, sql } from 'drizzle-orm'
import { clientKey } from '../db/client-key.ts'
import { run } from '../db/named.ts'
import type { ReadCtx, WriteCtx } from '../kernel/context/context.ts'
import { advisoryLock, sharedAdvisoryLock } from '../kernel/context/lock.ts'
import { Refusal } from '../platform/errors.ts'
import { keeps, type Removal, removals } from './removals.ts'

/* Legal holds (ADR 68): what they keep, and the one question that every removal asks. */

/** Number of titles that a refusal names at most. */
const titlesNamed = 3

/** Selects the holds in force on a document of the query, with `id`. */
const holdsOf = sql`holds_of_document("documents"."id", "documents"."client_name", "documents"."owner_id", "documents"."organization_id")`

/** Condition that a hold in force covers a document of the query. */
export const isHeld: SQL<boolean> = sql`exists (select from ${holdsOf})`

/** Tells whether a legal hold covers a document. */
export async function documentIsHeld(ctx: ReadCtx, documentId: string): Promise<boolean> {
  const [row] = await run<{ held: boolean }>(
    ctx,
    sql`select ${isHeld} as held from documents where documents.id = ${documentId}`,
    { prepared: false },
  )
  return row?.held ?? false
}

/** Condition that a hold, under its name in the query, is on a thing; for a document also on its client, owner or organisation. */
export const holdIsOn = (kind: HoldKind, subject: string): SQL => {
  if (kind === 'document')
    return sql`(legal_holds.id in (select h from documents, ${holdsOf} h where documents.id::text = ${subject})
      or (legal_holds.kind = 'document' and legal_holds.subject = ${subject}))`
  const key = kind === 'client' ? clientKey(subject) : sql`${subject}`
  return sql`(legal_holds.kind = ${kind} and legal_holds.subject = ${key})`
}

/** Waits until no removal is on its way, and keeps others out until the end of this transaction: whoever sets or ends a hold takes it. */
export const lockHolds = (ctx: WriteCtx): Promise<void> => advisoryLock(ctx, 'holds')

/** Removals that somebody asks for, and that a hold refuses. */
type Refusing = {
  [R in Removal]: (typeof removals)[R]['of'] extends keyof typeof keeps ? R : never
}[Removal]

type Held = { id: string; name: string }

/**
 * Finds what holds keep of what a removal is about to take away: ids of documents, of a person, of an organisation, or of events. Every removal asks it
 * in its own transaction; no hold is set between the answer and its commit.
 */
export async function heldAmong(ctx: WriteCtx, removal: Removal, ids: readonly string[]): Promise<Held[]> {
  await sharedAdvisoryLock(ctx, 'holds')
  const { of } = removals[removal]
  const all = sql.param(`{${ids.join(',')}}`)
  const statement =
    of === 'events'
      ? sql`select id::text, '' as name from held_events(${all}::bigint[]) id`
      : of === 'documents'
        ? sql`select documents.id, documents.title as name from documents where documents.id = any(${all}::uuid[]) and ${isHeld} order by documents.id`
        : sql`select distinct on (subject) subject as id, name from legal_holds
          where ended_at is null and kind = ${of} and subject = any(${all}::text[]) order by subject`
  return run<Held>(ctx, statement, { prepared: false })
}

/**
 * Refuses a removal of what a legal hold keeps, of all or of nothing. The refusal does not tell the hold's reason.
 * @throws Refusal 'hold-keeps', 'hold-keeps-some', 'hold-keeps-person', 'hold-keeps-organisation'
 */
export async function refuseHeld(ctx: WriteCtx, removal: Refusing, ids: readonly string[]): Promise<void> {
  const held = await heldAmong(ctx, removal, ids)
  if (held.length === 0) return
  const { of } = removals[removal]
  if (of !== 'documents' || ids.length === 1) throw new Refusal(keeps[of])
  const titles = held.slice(0, titlesNamed).map(({ name }) => `“${name}”`)
  if (held.length > titlesNamed) titles.push('and others')
  throw new Refusal('hold-keeps-some', { values: { count: held.length, titles: titles.join(', ') } })
}
