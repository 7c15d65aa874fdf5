import { AsyncLocalStorage } from 'node:async_hooks'
import { type Permission, permissionsOf } from '@deedbox/contract/permissions.ts'
import type { Database } from '../db/client.ts'

/** The person behind a request, as the database knows them at this moment. */
export type Actor = {
  id: string
  sessionId: string
  email: string
  name: string
  firstName: string
  lastName: string
  role: string
  confirmed: boolean
  organizationId: string | null
  organizationName: string | null
  professionalType: string | null
  accessExpiresAt: Date | null
  accessExpired: boolean
  permissions: readonly Permission[]
}

type Row = Omit<Actor, 'permissions' | 'confirmed' | 'accessExpired'> & {
  asked: string
  now: Date
  confirmedAt: Date | null
}

/** A moment of the one clock and, for a session token, the person whose live session it is. */
export type Moment = { now: Date; actor: Actor | null }

const query = `
  select c.now, t.token as asked, p.user_id as "id", s.id as "sessionId", p.email, p.name, p.first_name as "firstName",
    p.last_name as "lastName", p.role, p.confirmed_at as "confirmedAt", p.organization_id as "organizationId",
    o.name as "organizationName", p.professional_type as "professionalType", p.access_expires_at as "accessExpiresAt"
  from (select date_trunc('milliseconds', now()) + $2 * interval '1 millisecond' as now) c
  cross join unnest($1::text[]) as t(token)
  left join sessions s on s.token = t.token and s.expires_at > c.now
  left join profiles p on p.user_id = s.user_id and p.blocked_at is null
  left join organizations o on o.id = p.organization_id`

/** Reads the clock and whose live sessions these are, by token: one query. */
async function loadActors(
  database: Database,
  tokens: ReadonlySet<string>,
  shiftMs: number,
): Promise<(token: string) => Moment> {
  const { rows } = await database.query<Row>(query, [[...tokens], shiftMs], { name: 'load_actors' })
  const moments = new Map(rows.map((row) => [row.asked, toMoment(row)]))
  return (token) => {
    const moment = moments.get(token)
    if (!moment) throw new Error('The clock query returned no row')
    return moment
  }
}

function toMoment({ asked: _, now, confirmedAt, ...person }: Row): Moment {
  if (!person.id) return { now, actor: null }
  const confirmed = person.role !== 'trustee' || confirmedAt !== null
  const accessExpired =
    person.role === 'guest' && person.accessExpiresAt !== null && person.accessExpiresAt <= now
  return { now, actor: { ...person, confirmed, accessExpired, permissions: permissionsOf(person.role) } }
}

/** Reads the clock and the person of a session token (null: nobody), in the current transaction if there is one. */
export async function loadActor(database: Database, token: string | null, shiftMs: number): Promise<Moment> {
  const asked = token ?? ''
  return (await loadActors(database, new Set([asked]), shiftMs))(asked)
}

/**
 * The same for requests, outside of transactions: those that arrived together are read by one query, sent after the
 * last of them arrived. Nothing is kept: each request's session is read after the request came.
 */
export function createActorReader(database: Database, shiftMs: () => number) {
  // A query joins the transaction of whoever sends it; this one is nobody's.
  const outside = AsyncLocalStorage.snapshot()
  let together: { tokens: Set<string>; moments: Promise<(token: string) => Moment> } | undefined

  function open() {
    const tokens = new Set<string>()
    const moments = new Promise<void>((arrived) => setImmediate(arrived)).then(() => {
      together = undefined
      return outside(loadActors, database, tokens, shiftMs())
    })
    return { tokens, moments }
  }

  return async (token: string | null): Promise<Moment> => {
    const asked = token ?? ''
    together ??= open()
    together.tokens.add(asked)
    return (await together.moments)(asked)
  }
}
