import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { dayOf } from '@deedbox/contract/dates.ts'
import { type ImportOutcome, importOutcomes, isFaulty } from '@deedbox/contract/import-terms.ts'
import { invitableRoles } from '@deedbox/contract/inviting.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type { ImportRow } from '@deedbox/contract/people-import.ts'
import { errors } from '@deedbox/contract/refusals.ts'
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { invitations, organizations, profiles } from '../../../db/tables/accounts.ts'
import { mailReports } from '../../../db/tables/mail.ts'
import { guestEnd } from '../../../identity/accounts/guest-end.ts'
import type { InvitationRow } from '../../../identity/accounts/invitations.ts'
import { isOpen } from '../../../identity/accounts/new-account.ts'
import type { Acting, ReadCtx } from '../../../kernel/context/context.ts'
import { type CheckedRow, checkRow } from './check-row.ts'
import type { PeopleFile } from './read-file.ts'

export type Plan = {
  rows: ImportRow[]
  /** The open invitations of people in the file, by email. */
  open: Map<string, InvitationRow>
  /** The organisations in the file that exist, by name in lower case. */
  organizations: Map<string, { id: string; name: string }>
  newOrganizations: string[]
}

/** Plans what a file would do now, row by row. It takes a few queries, however many rows. */
export async function planOf(ctx: Acting<ReadCtx>, file: PeopleFile): Promise<Plan> {
  const { actor, now, settings } = ctx
  const everyone = actor.permissions.includes('canManageSystem')
  const rules = {
    today: dayOf(now, settings.timeZone),
    roles: invitableRoles(actor),
    organization: everyone ? null : (actor.organizationName ?? ''),
  }
  const checked = file.rows.map((row) => checkRow(row, rules))
  const known = await knownOf(ctx, checked)
  const firstLine = new Map<string, number>()
  const rows = checked.map((row, index): ImportRow => {
    const read = file.rows[index]
    // A row that cannot be read is nobody's twin.
    if (read?.problem) return { ...row, outcome: 'wrong' }
    const { outcome, problem } = judge(row, known, firstLine, everyone, ctx)
    const line = read?.cellLines.email ?? row.line
    return { ...row, outcome, problems: [...row.problems, ...(problem ? [{ line, text: problem }] : [])] }
  })
  const named = new Map(
    rows
      .filter(({ outcome }) => outcome === 'invite' || outcome === 'replace')
      .flatMap(({ organization }) =>
        organization ? [[organization.toLowerCase(), organization] as const] : [],
      )
      .toReversed(),
  )
  const newOrganizations = [...named].flatMap(([key, name]) => (known.organizations.has(key) ? [] : [name]))
  return { rows, open: known.open, organizations: known.organizations, newOrganizations }
}

type Known = Awaited<ReturnType<typeof knownOf>>

/** Returns the condition that a column is among the texts of a list, as one parameter however long it is. */
const among = (column: SQL | typeof profiles.email, texts: readonly string[]): SQL =>
  sql`${column} = any(${sql.param(texts)}::text[])`

async function knownOf({ tx, actor, now }: Acting<ReadCtx>, rows: CheckedRow[]) {
  const emails = [...new Set(rows.map(({ email }) => email))]
  const names = [...new Set(rows.map(({ organization }) => organization.toLowerCase()))]
  const members = await tx
    .select({ email: profiles.email })
    .from(profiles)
    .where(among(profiles.email, emails))
  const open = await tx
    .selectDistinctOn([invitations.email])
    .from(invitations)
    .where(and(among(sql`${invitations.email}`, emails), isOpen(now)))
    .orderBy(invitations.email, desc(invitations.createdAt))
  const inviters = [...new Set(open.map(({ invitedBy }) => invitedBy))]
  const administrators = inviters.length
    ? await tx
        .select({ id: profiles.id })
        .from(profiles)
        .where(and(inArray(profiles.id, inviters), eq(profiles.role, 'admin')))
    : []
  const stopped = await tx
    .select({ email: mailReports.recipient })
    .from(mailReports)
    .where(eq(mailReports.senderId, actor.id))
  const existing = await tx
    .select({ id: organizations.id, name: organizations.name, deactivatedAt: organizations.deactivatedAt })
    .from(organizations)
    .where(among(sql`lower(${organizations.name})`, names))
  return {
    members: new Set(members.map(({ email }) => email)),
    open: new Map(open.map((row) => [row.email, row])),
    administrators: new Set(administrators.map(({ id }) => id)),
    stopped: new Set(stopped.map(({ email }) => email)),
    organizations: new Map(existing.map((row) => [row.name.toLowerCase(), row])),
  }
}

function judge(
  row: CheckedRow,
  known: Known,
  firstLine: Map<string, number>,
  everyone: boolean,
  ctx: Pick<ReadCtx, 'now' | 'settings'>,
): { outcome: ImportOutcome; problem?: string } {
  const { email } = row
  const first = firstLine.get(email)
  if (email && first !== undefined)
    return { outcome: 'duplicate', problem: `Line ${first} has the same email address.` }
  if (email) firstLine.set(email, row.line)
  if (row.problems.length > 0) return { outcome: 'wrong' }
  if (known.members.has(email)) return { outcome: 'member' }
  const open = known.open.get(email)
  // An administrator's invitation replaces anybody else's (decisions, section 2); one that offers the same stays.
  if (open && !everyone) return { outcome: 'invited' }
  const organization = known.organizations.get(row.organization.toLowerCase())
  if (open && known.administrators.has(open.invitedBy) && offersSame(open, row, organization?.id, ctx))
    return { outcome: 'invited' }
  if (known.stopped.has(email)) return { outcome: 'wrong', problem: errors['recipient-stopped'].message }
  if (organization?.deactivatedAt)
    return { outcome: 'wrong', problem: `${organization.name} is deactivated.` }
  return { outcome: open ? 'replace' : 'invite' }
}

function offersSame(
  open: InvitationRow,
  row: CheckedRow,
  organizationId: string | undefined,
  ctx: Pick<ReadCtx, 'now' | 'settings'>,
): boolean {
  const end = row.expiresOn && guestEnd(row.expiresOn, ctx)
  return (
    open.role === row.role &&
    open.professionalType === row.professionalType &&
    open.organizationId === (row.organization ? (organizationId ?? '') : null) &&
    open.state === row.state &&
    (!end || open.accessExpiresAt?.getTime() === end.getTime())
  )
}

const letters = 'irnmdw'

/** Seals what a preview showed, short enough for an address: the outcome of each row, and which file it was. */
export const sealPlan = ({ rows }: Plan, fileHash: string): string =>
  `${deflateRawSync(outcomesOf(rows)).toString('base64url')}.${fileHash}`

const outcomesOf = (rows: ImportRow[]): string =>
  rows.map(({ outcome }) => letters[importOutcomes.indexOf(outcome)]).join('')

const saidThen: Record<ImportOutcome, string> = {
  invite: 'would be invited',
  replace: 'would get a new invitation',
  invited: 'was invited already',
  member: 'had an account already',
  duplicate: 'was there twice',
  wrong: 'was wrong',
}
const saidNow: Record<ImportOutcome, string> = {
  invite: 'would now be invited',
  replace: 'would now get a new invitation',
  invited: 'is invited already',
  member: 'has an account now',
  duplicate: 'is there twice',
  wrong: 'is wrong now',
}
const shownChanges = 20

/** Finds the rows that would do something else than a preview showed, by line; null if it was not of this file. */
export function changesSince(
  sealed: string,
  { rows }: Plan,
  fileHash: string,
): Record<string, string> | null {
  const [packed = '', hash] = sealed.split('.')
  if (hash !== fileHash) return null
  let before: string
  try {
    const maxOutputLength = limits.importFile.rows + 1
    before = inflateRawSync(Buffer.from(packed, 'base64url'), { maxOutputLength }).toString('latin1')
  } catch {
    return null
  }
  if (before.length !== rows.length) return null
  const changed = rows.flatMap((row, index) => {
    const then = importOutcomes[letters.indexOf(before[index] ?? ' ')]
    return then === row.outcome ? [] : [{ row, then }]
  })
  return Object.fromEntries(
    changed
      .slice(0, shownChanges)
      .map(({ row, then }) => [
        `line ${row.line}`,
        `${row.email} ${then ? `${saidThen[then]}, and ` : ''}${saidNow[row.outcome]}.`,
      ]),
  )
}

export const countsOf = (rows: ImportRow[]): Record<ImportOutcome, number> => {
  const counts = { invite: 0, replace: 0, invited: 0, member: 0, duplicate: 0, wrong: 0 }
  for (const { outcome } of rows) counts[outcome]++
  return counts
}

export const hasFaults = (rows: ImportRow[]): boolean => rows.some(({ outcome }) => isFaulty(outcome))
