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
  now: Date
  confirmedAt: Date | null
}

const query = `
  select c.now, p.user_id as "id", s.id as "sessionId", p.email, p.name, p.first_name as "firstName",
    p.last_name as "lastName", p.role, p.confirmed_at as "confirmedAt", p.organization_id as "organizationId",
    o.name as "organizationName", p.professional_type as "professionalType", p.access_expires_at as "accessExpiresAt"
  from (select date_trunc('milliseconds', now()) + $2 * interval '1 millisecond' as now) c
  left join sessions s on s.token = $1 and s.expires_at > c.now
  left join profiles p on p.user_id = s.user_id
  left join organizations o on o.id = p.organization_id`

/** Reads the clock and, for a session token, the person whose live session it is: one query. */
export async function loadActor(
  database: Database,
  token: string | null,
  shiftMs: number,
): Promise<{ now: Date; actor: Actor | null }> {
  const { rows } = await database.query<Row>(query, [token ?? '', shiftMs], { name: 'load_actor' })
  const row = rows[0]
  if (!row) throw new Error('The clock query returned no row')
  if (!row.id) return { now: row.now, actor: null }
  const { now, confirmedAt, ...person } = row
  return {
    now,
    actor: {
      ...person,
      confirmed: person.role !== 'trustee' || confirmedAt !== null,
      accessExpired:
        person.role === 'guest' && person.accessExpiresAt !== null && person.accessExpiresAt <= now,
      permissions: permissionsOf(person.role),
    },
  }
}
