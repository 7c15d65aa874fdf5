import { readPreferences } from '@deedbox/contract/preferences.ts'
import type { FirstStep } from '@deedbox/contract/today.ts'
import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { run } from '../../db/named.ts'
import { invitations, organizations, profiles } from '../../db/tables/accounts.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { accessRequests, ownerContactRequests } from '../../db/tables/requests.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Config } from '../../platform/config.ts'

type Ctx = Acting<ReadCtx>
export type Configured = Pick<Config, 'backupUrl' | 'smtpUrl'>

const stepsOf: Record<string, readonly FirstStep[]> = {
  admin: ['backup', 'mail', 'invite'],
  trustee: ['upload', 'share', 'second-factor'],
  b2b_admin: ['organization', 'invite', 'second-factor'],
  requestor: ['profile', 'ask', 'owner'],
  guest: ['open', 'profile', 'second-factor'],
}

const some = (table: PgTable, where: SQL | undefined) => sql`exists (select 1 from ${table} where ${where})`

/** Proof that each step is done: what is configured, or what the database holds, never a click. */
const doneBy: Record<FirstStep, (ctx: Ctx, configured: Configured) => SQL | boolean> = {
  backup: (_, { backupUrl }) => backupUrl !== undefined,
  mail: (_, { smtpUrl }) => smtpUrl !== undefined,
  invite: ({ actor }) =>
    sql`(${some(invitations, eq(invitations.invitedBy, actor.id))} or ${some(
      profiles,
      and(ne(profiles.id, actor.id), colleagues(actor.organizationId, actor.permissions)),
    )})`,
  upload: ({ actor }) => some(documents, eq(documents.ownerId, actor.id)),
  // The index of names serves, as the grants of a person have no other.
  share: ({ actor }) =>
    some(
      documentAccess,
      sql`lower(coalesce(${documentAccess.grantedByName}, '')) = lower(${actor.name}) and ${documentAccess.grantedBy} = ${actor.id}`,
    ),
  'second-factor': ({ actor }) => actor.session.factorKinds.length > 0,
  organization: ({ actor }) =>
    some(
      organizations,
      sql`${organizations.id} = ${actor.organizationId} and ${organizations.address} <> '' and ${organizations.contactEmail} <> ''`,
    ),
  profile: ({ actor }) => some(profiles, and(eq(profiles.id, actor.id), ne(profiles.phone, ''))),
  ask: ({ actor }) => some(accessRequests, eq(accessRequests.requesterId, actor.id)),
  owner: ({ actor }) => some(ownerContactRequests, eq(ownerContactRequests.requesterUserId, actor.id)),
  open: ({ actor }) =>
    some(
      auditEvents,
      and(
        eq(auditEvents.actorId, actor.id),
        sql`${auditEvents.event} in ('document_viewed', 'document_downloaded')`,
      ),
    ),
}

const colleagues = (organizationId: string | null, permissions: readonly string[]) =>
  permissions.includes('canManageSystem') ? undefined : sql`${profiles.organizationId} = ${organizationId}`

/** The first steps of the caller's account; null once all are done, or when they were dismissed. */
export async function firstStepsOf(ctx: Ctx, configured: Configured) {
  const steps = stepsOf[ctx.actor.role]
  if (!steps || !readPreferences(ctx.actor.preferences).firstSteps) return null
  const done = steps.map(
    (step, n) => sql`(${doneBy[step](ctx, configured)})::boolean as ${sql.identifier(`s${n}`)}`,
  )
  const [row] = await run<Record<`s${number}`, boolean>>(ctx, sql`select ${sql.join(done, sql`, `)}`, {
    prepared: false,
  })
  const found = steps.map((step, n) => ({ step, done: row?.[`s${n}`] ?? false }))
  return found.every((one) => one.done) ? null : found
}
