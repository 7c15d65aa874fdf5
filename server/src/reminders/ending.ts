import { dayOf, daysBetween } from '@deedbox/contract/dates.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { GrantRow } from '../access/grants.ts'
import type { WriteCtx } from '../context/context.ts'
import { run } from '../db/named.ts'
import { wants } from '../mail/wants.ts'
import { addDays, endOfDay } from '../platform/days.ts'
import type { Services } from '../services.ts'
import { batch, type Notice, notify } from './notices.ts'

type Needs = Pick<Services, 'mail'>
type Row = {
  id: string
  documentId: string
  title: string
  ends: Date
  userEmail: string
  userName: string
  ownerId: string
  ownerEmail: string
  ownerWants: boolean
  granteeWants: boolean
  /** The grantee has an account. */
  joined: boolean
}

/** Grants with the data of their notices. The owner's reminder settings apply to these notices too. */
const grantsWhere = (where: SQL): SQL => sql`
  select a.id, a.document_id as "documentId", d.title, least(a.expires_at, a.auto_revoke_date) as ends,
    a.user_email as "userEmail", a.user_name as "userName", o.user_id as "ownerId", o.email as "ownerEmail",
    g.user_id is not null as joined, coalesce(s.enabled and s.email_notifications, true) as "ownerWants",
    ${wants(sql`g.preferences`, 'accessEnding')} as "granteeWants"
  from document_access a
  join documents d on d.id = a.document_id
  join profiles o on o.user_id = d.owner_id
  left join reminder_settings s on s.user_id = d.owner_id
  left join profiles g on g.email = a.user_email
  where ${where}
  order by least(a.expires_at, a.auto_revoke_date), a.id`

/** Notifies the grantees who have an account, and the owners of the documents. */
async function notifyBoth(
  ctx: WriteCtx,
  kind: 'access_ending' | 'access_ended',
  rows: readonly Row[],
  services: Needs,
): Promise<void> {
  const { timeZone } = ctx.settings
  const today = dayOf(ctx.now, timeZone)
  const notice = (row: Row, who: string | null): Omit<Notice, 'recipient' | 'email'> => ({
    subjectId: row.id,
    accessId: row.id,
    about: row.ends.toISOString(),
    item: {
      documentId: row.documentId,
      title: row.title,
      who,
      end: row.ends.toISOString(),
      days: daysBetween(today, dayOf(row.ends, timeZone)),
    },
  })
  await notify(
    ctx,
    kind,
    rows
      .filter(({ joined }) => joined)
      .map((row) => ({
        ...notice(row, null),
        recipient: row.userEmail,
        email: row.userEmail,
        silent: !row.granteeWants,
      })),
    services,
  )
  await notify(
    ctx,
    `${kind}_owner`,
    rows
      .filter(({ ownerWants }) => ownerWants)
      .map((row) => ({ ...notice(row, row.userName), recipient: row.ownerId, email: row.ownerEmail })),
    services,
  )
}

/**
 * 'Your access ends in 7 days', sent 7 calendar days before the end in the deployment's time zone, or later if no server
 * was running; not for access given for 7 days or less, nor to a guest whose account has ended.
 */
export async function notifyEnding(services: Needs & Pick<Services, 'contexts'>): Promise<void> {
  const end = sql`least(a.expires_at, a.auto_revoke_date)`
  for (let found = batch; found === batch; ) {
    found = await services.contexts.work(async (ctx) => {
      const now = ctx.now.toISOString()
      const { timeZone } = ctx.settings
      const last = endOfDay(addDays(dayOf(ctx.now, timeZone), limits.endNoticeDays), timeZone)
      const due = grantsWhere(sql`a.status = 'active' and d.deleted_at is null and g.user_id is not null
        and ${end} > ${now}::timestamptz and ${end} <= ${last.toISOString()}::timestamptz
        and (${end} at time zone ${timeZone})::date - (a.granted_at at time zone ${timeZone})::date
          > ${limits.endNoticeDays}::int
        and (g.access_expires_at is null or g.access_expires_at > ${now}::timestamptz)
        and not exists (select 1 from sent_notices n where n.kind = 'access_ending'
          and n.subject_id = a.id and n.recipient = a.user_email
          and n.about = to_char(${end} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`)
      const rows = await run<Row>(ctx, sql`${due} limit ${batch}`, { prepared: false })
      await notifyBoth(ctx, 'access_ending', rows, services)
      return rows.length
    })
  }
}

/** 'Your access has ended', in the transaction that marks the grants as ended (access.jobs.ts). */
export async function notifyEnded(ctx: WriteCtx, ended: readonly GrantRow[], services: Needs): Promise<void> {
  if (ended.length === 0) return
  const ids = ended.map(({ id }) => id)
  const rows = await run<Row>(ctx, grantsWhere(sql`a.id = any(${sql.param(ids)}::uuid[])`), {
    prepared: false,
  })
  await notifyBoth(ctx, 'access_ended', rows, services)
}
