import type { Database } from './client.ts'

type Statements = Pick<Database, 'query' | 'exec'>

/**
 * `protected`: the role of this connection may insert into the audit trail and read it, and nothing else. `owner`: it
 * could also remove the triggers that protect the trail, as the embedded database's role can.
 */
export type AuditTrail = 'protected' | 'owner'

export async function auditTrailOf({ query }: Pick<Database, 'query'>): Promise<AuditTrail> {
  const { rows } = await query<{ free: boolean }>(`
    select pg_has_role(relowner, 'MEMBER') or has_table_privilege(oid, 'UPDATE, DELETE, TRUNCATE, TRIGGER') as free
    from pg_class where oid = 'audit_events'::regclass`)
  return rows[0]?.free === false ? 'protected' : 'owner'
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Grants `role` what a server needs and nothing else. The owner runs it after every migration, for new tables. */
export async function grantTo({ query, exec }: Statements, role: string): Promise<void> {
  const { rows } = await query<{ found: boolean; owner: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as found,
      exists (select from pg_roles where rolname = $1 and pg_has_role(oid, current_user, 'MEMBER')) as owner`,
    [role],
  )
  if (!rows[0]?.found)
    throw new Error(`There is no role ${role}: make it first (create role ${role} login password '…')`)
  if (rows[0].owner)
    throw new Error(
      `The role ${role} is the owner's, or a member of it: give DATABASE_URL a role with fewer rights`,
    )
  const app = quoted(role)
  await exec(`
    revoke create on schema public from public;
    grant usage on schema public, drizzle, pgboss to ${app};
    grant select, insert, update, delete on all tables in schema public, pgboss to ${app};
    grant usage, select on all sequences in schema public, pgboss to ${app};
    grant select on all tables in schema drizzle to ${app};
    revoke all on audit_events, share_activity from ${app};
    grant select, insert on audit_events to ${app};
    revoke update, delete, truncate on log_leaves, log_nodes, log_checkpoints from ${app};
    grant select on share_activity to ${app}`)
}
