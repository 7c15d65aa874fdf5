import { AsyncLocalStorage } from 'node:async_hooks'
import type { FactorKind } from '@deedbox/contract/factor-kinds.ts'
import { type Permission, permissionsOf } from '@deedbox/contract/permissions.ts'
import type { Database } from '../../db/client.ts'

/** The person making a request, as stored in the database now. */
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
  /** Time since when the organisation is leaving; null while it is not. */
  organizationLeavingFrom: Date | null
  professionalType: string | null
  accessExpiresAt: Date | null
  accessExpired: boolean
  /** Preferences as stored; `readPreferences` adds the defaults. */
  preferences: Record<string, unknown>
  permissions: readonly Permission[]
  session: SessionFacts
}

/** Facts of an actor's session, and of what was proved in it. */
export type SessionFacts = {
  kind: 'web' | 'api' | 'token'
  /** Scopes: all that a personal access token may do; null for other sessions. */
  scopes: string[] | null
  provedAt: Date
  /** Time when a second factor was passed. */
  factorAt: Date | null
  /** The second factors that the person has, each kind once. */
  factorKinds: FactorKind[]
  /** Time when a second factor began to be asked of this person. */
  factorGraceFrom: Date
}

/** Claim of a request to a session: one that the guard has let in, or else the one of this token. */
export type Claim = { token: string | null; sessionId?: string | undefined }

type Stored = Omit<Actor, 'permissions' | 'confirmed' | 'accessExpired' | 'session'> & {
  confirmedAt: Date | null
}
type Row = Stored &
  SessionFacts & { asked: string; now: Date; settingsVersion: number; organizationDeactivated: boolean }

/**
 * The time of the database's clock, the version of the settings and, for a valid session token, its person, who may still
 * lack a second factor.
 */
export type Moment = { now: Date; settingsVersion: number; person: Actor | null }

const query = `
  select c.now, g.version as "settingsVersion", coalesce(t.session_id::text, t.token) as asked, p.user_id as "id", s.id as "sessionId", p.email, p.name, p.first_name as "firstName",
    p.last_name as "lastName", p.role, p.confirmed_at as "confirmedAt", p.organization_id as "organizationId",
    o.name as "organizationName", o.leaving_from as "organizationLeavingFrom", p.professional_type as "professionalType", p.access_expires_at as "accessExpiresAt",
    p.preferences, o.deactivated_at is not null as "organizationDeactivated", s.kind, s.scopes,
    s.proved_at as "provedAt", s.factor_at as "factorAt", p.factor_grace_from as "factorGraceFrom",
    array(select distinct f.kind from factors f where f.user_id = p.user_id and f.verified_at is not null) as "factorKinds"
  from (select date_trunc('milliseconds', now()) + $2 * interval '1 millisecond' as now) c
  cross join unnest((select $1::text[]), (select $3::uuid[])) as t(token, session_id)
  cross join settings g
  left join sessions s on s.id = coalesce(t.session_id, (select id from sessions where token = t.token)) and s.expires_at > c.now
  left join profiles p on p.user_id = s.user_id and p.deactivated_at is null
  left join organizations o on o.id = p.organization_id`

/** Returns the name of a claim in the query. No token has the form of a session's id. */
const nameOf = ({ token, sessionId }: Claim) => sessionId ?? token ?? ''

/** Reads the clock and the people of these sessions, in one query. */
async function loadActors(
  database: Database,
  claims: ReadonlyMap<string, Claim>,
  shiftMs: number,
): Promise<(name: string) => Moment> {
  const all = [...claims.values()]
  const ids = all.map(({ sessionId }) => sessionId ?? null)
  const tokens = all.map(({ token, sessionId }) => (sessionId ? null : (token ?? '')))
  const { rows } = await database.query<Row>(query, [tokens, shiftMs, ids], { name: 'load_actors' })
  const moments = new Map(rows.map((row) => [row.asked, toMoment(row)]))
  return (name) => {
    const moment = moments.get(name)
    if (!moment) throw new Error('The clock query returned no row')
    return moment
  }
}

function toMoment(row: Row): Moment {
  const { asked: _, now, settingsVersion, organizationDeactivated, ...stored } = row
  const { kind, scopes, provedAt, factorAt, factorKinds, factorGraceFrom, ...person } = stored
  const session = { kind, scopes, provedAt, factorAt, factorKinds, factorGraceFrom }
  const lockedOut = organizationDeactivated && person.role !== 'admin'
  return { now, settingsVersion, person: person.id && !lockedOut ? actorOf(person, session, now) : null }
}

/** Returns a stored person as somebody who acts, with what their role allows now. */
export function actorOf({ confirmedAt, ...person }: Stored, session: SessionFacts, now: Date): Actor {
  const confirmed = person.role !== 'trustee' || confirmedAt !== null
  const accessExpired =
    person.role === 'guest' && person.accessExpiresAt !== null && person.accessExpiresAt <= now
  return { ...person, confirmed, accessExpired, permissions: permissionsOf(person.role), session }
}

/** Reads the clock and the person of a session (null: no session), in the current transaction if there is one. */
export async function loadActor(database: Database, claim: Claim, shiftMs: number): Promise<Moment> {
  const name = nameOf(claim)
  return (await loadActors(database, new Map([[name, claim]]), shiftMs))(name)
}

/**
 * Reads the same for requests, outside transactions: one query serves all requests that arrive together, sent after the last of them
 * arrived. Nothing is cached: each session is read after its request arrived.
 */
export function createActorReader(database: Database, shiftMs: () => number) {
  // A query joins the transaction of its caller; this one must not join any.
  const outside = AsyncLocalStorage.snapshot()
  let batch: { claims: Map<string, Claim>; moments: Promise<(name: string) => Moment> } | undefined

  function open() {
    const claims = new Map<string, Claim>()
    const moments = new Promise<void>((arrived) => setImmediate(arrived)).then(() => {
      batch = undefined
      return outside(loadActors, database, claims, shiftMs())
    })
    return { claims, moments }
  }

  return async (claim: Claim): Promise<Moment> => {
    const name = nameOf(claim)
    batch ??= open()
    batch.claims.set(name, claim)
    return (await batch.moments)(name)
  }
}
