import { createHash } from 'node:crypto'
import type * as contract from '@deedbox/contract/people-import.ts'
import type { ImportRow } from '@deedbox/contract/people-import.ts'
import { and, eq, gte, sql } from 'drizzle-orm'
import { run } from '../../../db/named.ts'
import { mailMessages } from '../../../db/tables/mail.ts'
import { guestEnd } from '../../../identity/accounts/guest-end.ts'
import { importedInvitation } from '../../../identity/accounts/invitation.mail.tsx'
import { openUntil, replaceAll } from '../../../identity/accounts/invite.ts'
import { holdOrganizations } from '../../../identity/accounts/organizations.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../../kernel/context/context.ts'
import { advisoryLock } from '../../../kernel/context/lock.ts'
import { readUpload } from '../../../kernel/http/csv-upload.ts'
import type { Answer, Input, Raw } from '../../../kernel/http/handler.ts'
import { fileBody } from '../../../kernel/http/register.ts'
import { tellAdministrators } from '../../../kernel/mail/newly-trusted.ts'
import { linkless, refuseOverManyLimit } from '../../../kernel/mail/outside.ts'
import type { Services } from '../../../kernel/services.ts'
import { Refusal } from '../../../platform/errors.ts'
import { changesSince, countsOf, hasFaults, type Plan, planOf, sealPlan } from './plan.ts'
import { readPeopleFile } from './read-file.ts'

async function receive(raw: Pick<Raw<typeof contract.importPeople>, 'request'>) {
  const bytes = await readUpload(fileBody(raw.request))
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  return { hash, file: readPeopleFile(bytes) }
}

/** Shows what importing a file would do; changes nothing. @throws Refusal 'import-…' for a file that cannot be read. */
export async function previewImport(
  raw: Raw<typeof contract.previewImport>,
): Promise<Answer<typeof contract.previewImport>> {
  const { hash, file } = await receive(raw)
  const plan = await raw.read((ctx) => planOf(ctx, file))
  const { encoding, separator, ignoredColumns } = file
  return {
    rows: plan.rows,
    counts: countsOf(plan.rows),
    encoding,
    separator,
    ignoredColumns,
    newOrganizations: plan.newOrganizations,
    administrators: invited(plan.rows).filter(({ role }) => role === 'admin').length,
    plan: sealPlan(plan, hash),
  }
}

const invited = (rows: ImportRow[]) =>
  rows.filter(({ outcome }) => outcome === 'invite' || outcome === 'replace')

/**
 * Invites everybody in a file in one transaction, or nobody. A fixed number of statements, however many rows.
 * @throws Refusal 'import-…'
 */
export async function importPeople(
  { mail }: Pick<Services, 'mail'>,
  raw: Raw<typeof contract.importPeople>,
  { query }: Input<typeof contract.importPeople>,
): Promise<Answer<typeof contract.importPeople>> {
  const { hash, file } = await receive(raw)
  return raw.transact(async (ctx) => {
    // The lock keeps anybody from inviting or signing up between the check and the end.
    await advisoryLock(ctx, 'invitations')
    const plan = await planOf(ctx, file)
    const changes = changesSince(query.plan, plan, hash)
    if (changes === null) throw new Refusal('import-other-file')
    if (Object.keys(changes).length > 0) throw new Refusal('import-changed', { fields: changes })
    if (hasFaults(plan.rows)) throw new Refusal('import-wrong')
    const rows = invited(plan.rows)
    if (rows.length === 0) throw new Refusal('import-nothing')
    await refuseOverManyLimit(ctx, rows.length)
    const replaced = rows.flatMap(({ email }) => plan.open.get(email) ?? [])
    await replaceAll(ctx, replaced)
    const organizationIds = await organizationsOf(ctx, plan)
    const made = rows.map((row) => invitationOf(ctx, row, organizationIds))
    await insert(ctx, made)
    await mail.enqueueAll(
      ctx,
      importedInvitation,
      made.map((row) => ({ to: row.email, data: linkless(mailOf(row)) })),
      { senderId: ctx.actor.id, outside: true },
    )
    await tellAdministrators(
      mail,
      ctx,
      'invited',
      made.map(({ email, role, firstName, lastName }) => ({
        email,
        role,
        name: `${firstName} ${lastName}`.trim(),
      })),
    )
    await ctx.audit(
      {
        event: 'people_imported',
        details: {
          invited: rows.length - replaced.length,
          replaced: replaced.length,
          rows: plan.rows.length,
        },
      },
      ...made.map(({ id, role, email }) => ({
        event: 'user_invited' as const,
        subjectEmail: email,
        details: { invitationId: id, role, imported: true },
      })),
    )
    return {
      invited: rows.length - replaced.length,
      replaced: replaced.length,
      organizations: plan.newOrganizations.length,
      at: ctx.now.toISOString(),
    }
  })
}

const ownMails = ({ actor }: Acting<ReadCtx>, since: Date) =>
  and(
    sql`${mailMessages.outside}`,
    eq(mailMessages.senderId, actor.id),
    eq(mailMessages.kind, 'imported_invitation'),
    gte(mailMessages.createdAt, since),
  )

/** Returns the ids of the organisations of a plan by name in lower case; those that do not exist yet are created. */
async function organizationsOf(ctx: Acting<WriteCtx>, plan: Plan): Promise<Map<string, string>> {
  const { organizationId, organizationName } = ctx.actor
  const ids = new Map([...plan.organizations].map(([key, { id }]) => [key, id]))
  if (!ctx.actor.permissions.includes('canManageSystem'))
    return new Map(organizationId ? [[(organizationName ?? '').toLowerCase(), organizationId]] : [])
  await holdOrganizations(ctx)
  const at = sql`${ctx.now.toISOString()}::timestamptz`
  const made = await run<{ id: string; name: string; created: boolean }>(
    ctx,
    sql`with wanted as (select name from unnest(${sql.param(plan.newOrganizations)}::text[]) as name),
      made as (
        insert into organizations (id, name, created_at, updated_at)
        select gen_random_uuid(), name, ${at}, ${at} from wanted
        where not exists (select 1 from organizations o where lower(o.name) = lower(wanted.name))
        returning id, name)
      select id, name, true as created from made
      union all select o.id, o.name, false from organizations o join wanted on lower(o.name) = lower(wanted.name)`,
    { prepared: false },
  )
  for (const { id, name } of made) ids.set(name.toLowerCase(), id)
  await ctx.audit(
    ...made
      .filter(({ created }) => created)
      .map(({ id, name }) => ({
        event: 'organization_created' as const,
        details: { organizationId: id, name, imported: true },
      })),
  )
  return ids
}

function invitationOf(ctx: Acting<WriteCtx>, row: ImportRow, organizationIds: Map<string, string>) {
  const accessExpiresAt = row.role === 'guest' ? guestEnd(row.expiresOn, ctx) : null
  return {
    id: crypto.randomUUID(),
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    role: row.role,
    professionalType: row.professionalType,
    organizationId: organizationIds.get(row.organization.toLowerCase()) ?? null,
    organization: row.organization || null,
    state: row.state,
    accessExpiresAt: accessExpiresAt?.toISOString() ?? null,
    invitedByName: ctx.actor.name,
    expiresAt: openUntil(ctx.now, accessExpiresAt).toISOString(),
  }
}
type Made = ReturnType<typeof invitationOf>

const mailOf = (row: Made) => ({
  invitationId: row.id,
  invitedBy: row.invitedByName,
  firstName: row.firstName,
  role: row.role,
  professionalType: row.professionalType,
  organization: row.organization,
  accessExpiresAt: row.accessExpiresAt,
  expiresAt: row.expiresAt,
})

const insert = (ctx: Acting<WriteCtx>, made: Made[]) =>
  run(
    ctx,
    sql`insert into invitations (id, email, first_name, last_name, role, professional_type, organization_id, state,
        access_expires_at, expires_at, invited_by, invited_by_name, created_at)
      select i.*, ${ctx.actor.id}::uuid, ${ctx.actor.name}::text, ${ctx.now.toISOString()}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as i (id uuid, email text, "firstName" text,
        "lastName" text, role text, "professionalType" text, "organizationId" uuid, state text,
        "accessExpiresAt" timestamptz, "expiresAt" timestamptz)`,
    { prepared: false },
  )

/** Counts how many emails of the caller's imports since then are waiting, sent and failed. */
export async function importedMails(
  ctx: Acting<ReadCtx>,
  { query: { since } }: Input<typeof contract.importedMails>,
): Promise<Answer<typeof contract.importedMails>> {
  const rows = await ctx.tx
    .select({ status: mailMessages.status, count: sql<number>`count(*)::int` })
    .from(mailMessages)
    .where(ownMails(ctx, new Date(since)))
    .groupBy(mailMessages.status)
  const of = (status: string) => rows.find((row) => row.status === status)?.count ?? 0
  return { waiting: of('waiting'), sent: of('sent'), failed: of('failed') }
}
