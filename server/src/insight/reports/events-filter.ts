import type { EventFilter } from '@deedbox/contract/audit-trail.ts'
import { eq, type SQL, sql } from 'drizzle-orm'
import { everOfClient } from '../../db/client-key.ts'
import { run } from '../../db/named.ts'
import { profiles } from '../../db/tables/accounts.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { documents } from '../../db/tables/documents.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { ReadCtx } from '../../kernel/context/context.ts'
import { answeredFor } from '../../policy/visible.ts'
import { addressSeenBy, among, documentSeenBy, eventsOf, eventsSeenBy, membersOf } from './events-seen.ts'

/** Conditions over audit_events that decide which events are listed; the period is apart, because every index has the time. */
export type Conditions = Partial<
  Record<'seen' | 'pages' | Exclude<keyof EventFilter, 'from' | 'to' | 'pages'>, SQL>
>

const idOf = (email: string): SQL =>
  sql`(select ${profiles.id} from ${profiles} where ${profiles.email} = ${email})`

/** Returns the conditions of a filter for a person; one who asks for an address or a document finds only events that show it to them. */
export function conditionsOf(actor: Actor, now: Date, filter: EventFilter): Conditions {
  const { group, event, person, by, owner, document, client, address, pages } = filter
  const ofSeen = documentSeenBy(actor, now) ?? sql`true`
  const conditions: Partial<Record<keyof Conditions, SQL | false | '' | undefined>> = {
    seen: eventsSeenBy(actor, now),
    group: group && among(eventsOf(group)),
    event: event && among([event]),
    person:
      person !== undefined &&
      sql`(${auditEvents.actorId} = ${idOf(person)} or ${auditEvents.subjectEmail} = ${person})`,
    by: by !== undefined && sql`${auditEvents.actorId} = ${idOf(by)}`,
    owner:
      owner !== undefined &&
      sql`(${auditEvents.documentId} in (select ${documents.id} from ${documents} where ${documents.ownerId} = ${idOf(owner)})
        and ${ofSeen})`,
    client:
      client &&
      sql`(${auditEvents.documentId} in (select ${documents.id} from ${documents} where ${everOfClient(client)}) and ${ofSeen})`,
    document: document ? sql`(${eq(auditEvents.documentId, document)} and ${ofSeen})` : undefined,
    address: address
      ? sql`(${eq(auditEvents.ip, address)} and ${addressSeenBy(actor) ?? sql`true`})`
      : undefined,
    pages: pages === 'hidden' && sql`${auditEvents.details} -> 'page' is null`,
  }
  return Object.fromEntries(Object.entries(conditions).filter(([, condition]) => condition))
}

/**
 * A way to find events newest first: for each key `k.v` of `keys` an index has them in the order of time. `covers` are the
 * conditions that the keys fulfil already.
 */
export type Way = {
  keys: SQL
  count: number
  of: SQL
  covers: readonly (keyof Conditions)[]
  /** The events of one key are few: they are read first and sorted then. */
  sorts?: true
}

/** Number of documents or members up to which the events of each are looked for one by one; of more, among all. */
const oneByOne = 2_000
const noKey = sql`(values (true)) k(v)`
const everything: Way = { keys: noKey, count: 1, of: sql`true`, covers: [] }
const one = (value: string, type: 'uuid' | 'text', of: SQL, covers: Way['covers']): Way => ({
  keys: sql`(values (${value}::${sql.raw(type)})) k(v)`,
  count: 1,
  of,
  covers,
})
const ofActor = sql`${auditEvents.actorId} = k.v`
const ofSubject = sql`${auditEvents.subjectEmail} = k.v`
const ofDocument = sql`${auditEvents.documentId} = k.v`
const ofEvent = sql`${auditEvents.event} = k.v`

/** Ways that together find every event of the filter: by what is probably rarest. */
export async function waysFor(
  ctx: Pick<ReadCtx, 'query' | 'now'> & { actor: Actor },
  filter: EventFilter,
  { seen }: Conditions,
): Promise<Way[]> {
  const { group, event, person, by, owner, document, client, address } = filter
  if (document) return [{ ...one(document, 'uuid', ofDocument, []), sorts: true }]
  if (by !== undefined || person !== undefined) {
    const email = by ?? person ?? ''
    const did = { keys: sql`(select ${idOf(email)}) k(v)`, count: 1, of: ofActor }
    if (by !== undefined) return [{ ...did, covers: ['by'] }]
    return [{ ...did, covers: ['person'] }, one(email, 'text', ofSubject, ['person'])]
  }
  // The address is not "covered": whether it is shown is decided for each event.
  if (address) return [one(address, 'text', sql`${auditEvents.ip} = k.v`, [])]
  if (owner !== undefined) {
    const owned = await keysOf(ctx, documents.id, eq(documents.ownerId, idOf(owner)), 'uuid')
    if (owned) return [{ ...owned, of: ofDocument, covers: [], sorts: true }]
  }
  if (client) {
    const theirs = await keysOf(ctx, documents.id, everOfClient(client), 'uuid')
    if (theirs) return [{ ...theirs, of: ofDocument, covers: [], sorts: true }]
  }
  if (event) return [one(event, 'text', ofEvent, ['event'])]
  if (group) {
    const some = eventsOf(group)
    const keys = sql`unnest(${`{${some.join(',')}}`}::text[]) k(v)`
    return [{ keys, count: some.length, of: ofEvent, covers: ['group'] }]
  }
  return seen ? ownWays(ctx) : [everything]
}

/** Returns the ways to what concerns somebody who does not see every document; all events where these are many. */
async function ownWays(ctx: Pick<ReadCtx, 'query' | 'now'> & { actor: Actor }): Promise<Way[]> {
  const { actor } = ctx
  if (actor.permissions.includes('canManageDocuments') && actor.confirmed) return [everything]
  const answered = await keysOf(ctx, documents.id, answeredFor(actor, ctx.now), 'uuid')
  if (!answered) return [everything]
  const did = one(actor.id, 'uuid', ofActor, [])
  const about = { ...answered, of: ofDocument, covers: [], sorts: true as const }
  const members = membersOf(actor)
  if (!members) return [did, about]
  const [people, emails] = await Promise.all([
    keysOf(ctx, profiles.id, members, 'uuid'),
    keysOf(ctx, profiles.email, members, 'text'),
  ])
  if (!people || !emails) return [everything]
  const organisations = eventsOf('organisations')
  return [
    did,
    about,
    { ...people, of: ofActor, covers: [] },
    { ...emails, of: ofSubject, covers: [] },
    {
      keys: sql`unnest(${`{${organisations.join(',')}}`}::text[]) k(v)`,
      count: organisations.length,
      of: ofEvent,
      covers: [],
    },
  ]
}

/** Reads a column of few rows as keys; null if there are many. */
async function keysOf(
  ctx: Pick<ReadCtx, 'query'>,
  column: typeof documents.id | typeof profiles.id | typeof profiles.email,
  where: SQL,
  type: 'uuid' | 'text',
): Promise<Pick<Way, 'keys' | 'count'> | null> {
  const rows = await run<{ key: string }>(
    ctx,
    sql`select ${column} as key from ${column.table} where ${where} limit ${oneByOne + 1}`,
    { prepared: false },
  )
  if (rows.length > oneByOne) return null
  const keys = JSON.stringify(rows.map(({ key }) => key))
  return {
    keys: sql`(select v::${sql.raw(type)} from jsonb_array_elements_text(${keys}::jsonb) t(v)) k(v)`,
    count: rows.length,
  }
}
