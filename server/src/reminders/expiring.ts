import { dayOf, daysBetween } from '@deedbox/contract/dates.ts'
import { sql } from 'drizzle-orm'
import { run } from '../db/named.ts'
import { addDays } from '../platform/days.ts'
import type { Services } from '../services.ts'
import { batch, notify } from './notices.ts'

const widest = 60
/** A reminder that could not be sent in time is still sent up to this many days later, as 'has expired'. */
const lookBackDays = 30

type Row = { id: string; title: string; day: string; ownerId: string; email: string }

/**
 * Reminds all owners, or one, of documents whose expiry date is within the window they chose (specification, section 3),
 * once for each date. Days are in the deployment's time zone.
 */
export async function remindOfExpiry(
  services: Pick<Services, 'contexts' | 'mail'>,
  ownerId?: string,
): Promise<void> {
  for (let found = batch; found === batch; ) {
    found = await services.contexts.work(async (ctx) => {
      const { timeZone, reminderDaysBefore } = ctx.settings
      const today = dayOf(ctx.now, timeZone)
      const rows = await run<Row>(
        ctx,
        sql`
          select d.id, d.title, d.expiry_date as day, p.user_id as "ownerId", p.email
          from documents d
          join profiles p on p.user_id = d.owner_id
          left join reminder_settings s on s.user_id = d.owner_id
          where d.deleted_at is null
            and coalesce(d.expiry_date, 'infinity'::date)
              between ${addDays(today, -lookBackDays)}::date and ${addDays(today, widest)}::date
            and d.expiry_date <= ${today}::date + coalesce(s.days_before, ${reminderDaysBefore}::int)
            and d.expiry_date >= (d.created_at at time zone ${timeZone})::date
            and coalesce(s.enabled and s.email_notifications, true)
            ${ownerId ? sql`and d.owner_id = ${ownerId}` : sql``}
            and not exists (select 1 from sent_notices n where n.kind = 'document_expiring'
              and n.subject_id = d.id and n.recipient = p.user_id::text and n.about = d.expiry_date::text)
          order by d.expiry_date, d.id limit ${batch}`,
        { prepared: false },
      )
      const notices = rows.map(({ id, title, day, ...owner }) => ({
        subjectId: id,
        recipient: owner.ownerId,
        about: day,
        email: owner.email,
        item: { documentId: id, title, who: null, end: day, days: daysBetween(today, day) },
      }))
      await notify(ctx, 'document_expiring', notices, services)
      return rows.length
    })
  }
}
