import { dayOf, daysBetween } from '@deedbox/contract/dates.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { GrantRow } from '../access/grants.ts'
import type { WriteCtx } from '../context/context.ts'
import { run } from '../db/named.ts'
import { addDays, endOfDay } from '../platform/days.ts'
import type { Services } from '../services.ts'
import { batch, type Notice, tell } from './notices.ts'

type Needs = Pick<Services, 'mail' | 'config'>
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
  /** The grantee has an account. */
  joined: boolean
}

/** Grants with what their notices say. The owner's reminder settings hold for these notices too. */
const about = (where: SQL): SQL => sql`
  select a.id, a.document_id as "documentId", d.title, least(a.expires_at, a.auto_revoke_date) as ends,
    a.user_email as "userEmail", a.user_name as "userName", o.user_id as "ownerId", o.email as "ownerEmail",
    g.user_id is not null as joined, coalesce(s.enabled and s.email_notifications, true) as "ownerWants"
  from document_access a
  join documents d on d.id = a.document_id
  join profiles o on o.user_id = d.owner_id
  left join reminder_settings s on s.user_id = d.owner_id
  left join profiles g on g.email = a.user_email
  where ${where}
  order by least(a.expires_at, a.auto_revoke_date), a.id`

/** Tells the grantees (not those who never signed up), and the owners of their documents. */
async function tellBoth(
  ctx: WriteCtx,
  what: 'access_ending' | 'access_ended',
  rows: readonly Row[],
  services: Needs,
): Promise<void> {
  const { timeZone } = services.config
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
  await tell(
    ctx,
    what,
    rows
      .filter(({ joined }) => joined)
      .map((row) => ({ ...notice(row, null), recipient: row.userEmail, email: row.userEmail })),
    services,
  )
  await tell(
    ctx,
    `${what}_owner`,
    rows
      .filter(({ ownerWants }) => ownerWants)
      .map((row) => ({ ...notice(row, row.userName), recipient: row.ownerId, email: row.ownerEmail })),
    services,
  )
}

/**
 * 'Your access ends in 7 days', on the day that comes 7 days before the end's in the deployment's time zone, or later
 * when no server ran; not for access that was given for less than that. A guest whose account is over knows already.
 */
export async function tellEnding(services: Needs & Pick<Services, 'contexts'>): Promise<void> {
  const { timeZone } = services.config
  const end = sql`least(a.expires_at, a.auto_revoke_date)`
  for (let found = batch; found === batch; ) {
    found = await services.contexts.work(async (ctx) => {
      const now = ctx.now.toISOString()
      const last = endOfDay(addDays(dayOf(ctx.now, timeZone), limits.endNoticeDays), timeZone)
      const due = about(sql`a.status = 'active' and d.deleted_at is null and g.user_id is not null
        and ${end} > ${now}::timestamptz and ${end} <= ${last.toISOString()}::timestamptz
        and (${end} at time zone ${timeZone})::date - (a.granted_at at time zone ${timeZone})::date
          > ${limits.endNoticeDays}::int
        and (g.access_expires_at is null or g.access_expires_at > ${now}::timestamptz)
        and not exists (select 1 from sent_notices n where n.kind = 'access_ending'
          and n.subject_id = a.id and n.recipient = a.user_email
          and n.about = to_char(${end} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`)
      const rows = await run<Row>(ctx, sql`${due} limit ${batch}`, { prepared: false })
      await tellBoth(ctx, 'access_ending', rows, services)
      return rows.length
    })
  }
}

/** 'Your access has ended', in the transaction that writes it down (access.jobs.ts). */
export async function tellEnded(ctx: WriteCtx, ended: readonly GrantRow[], services: Needs): Promise<void> {
  if (ended.length === 0) return
  const ids = ended.map(({ id }) => id)
  const rows = await run<Row>(ctx, about(sql`a.id = any(${sql.param(ids)}::uuid[])`), { prepared: false })
  await tellBoth(ctx, 'access_ended', rows, services)
}
