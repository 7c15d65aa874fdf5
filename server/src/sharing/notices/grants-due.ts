import { addDays, dayOf } from '@deedbox/contract/dates.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type { MailKind } from '@deedbox/contract/mail-kinds.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { WriteCtx } from '../../kernel/context/context.ts'
import { wants } from '../../kernel/mail/wants.ts'
import { endOfDay } from '../../platform/days.ts'
import { untold } from './notices.ts'

/** Time at which a grant `a` ends. */
export const end = sql`least(a.expires_at, a.auto_revoke_date)`

const recipients = {
  /** Readers who have an account; `silent` where they switched these mails off. */
  reader: {
    key: sql`a.user_email`,
    email: sql`a.user_email`,
    who: sql`null`,
    silent: sql`not ${wants(sql`g.preferences`, 'accessEnding')}`,
    told: sql`g.user_id is not null`,
  },
  /** Owners of the documents, whose reminder settings apply to these notices too. */
  owner: {
    key: sql`o.user_id::text`,
    email: sql`o.email`,
    who: sql`a.user_name`,
    silent: sql`false`,
    told: sql`coalesce(s.enabled and s.email_notifications, true)`,
  },
}

/** The rows of a notice about grants: `a` is the grant, `d` its document, `o` the owner, `g` the reader, if they have an account. */
export function grantsDue(
  kind: MailKind,
  to: keyof typeof recipients,
  terms: { where: SQL; about?: SQL; silent?: SQL; told?: SQL },
): SQL {
  const { key, email, who, ...usual } = recipients[to]
  const { where, about = end, silent, told } = { ...usual, ...terms }
  const instant = sql`to_char(${about} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  return sql`
    select a.id as "subjectId", a.id as "accessId", a.document_id as "documentId", d.title, ${who} as who,
      ${instant} as about, ${key} as recipient, ${email} as email, ${silent} as silent
    from document_access a
    join documents d on d.id = a.document_id
    join profiles o on o.user_id = d.owner_id
    left join reminder_settings s on s.user_id = d.owner_id
    left join profiles g on g.email = a.user_email
    where ${where} and ${told} and ${untold(kind, sql`a.id`, key, instant)}
    order by ${about}, a.id`
}

/**
 * Condition: access ends within 7 calendar days in the deployment's time zone; not access given for 7 days or less, nor of
 * people without an account, nor of a guest whose account has ended.
 */
export function endsSoon({ now, settings: { timeZone } }: WriteCtx): SQL {
  const last = endOfDay(addDays(dayOf(now, timeZone), limits.endNoticeDays), timeZone)
  return sql`a.status = 'active' and d.deleted_at is null and g.user_id is not null
    and ${end} > ${now.toISOString()}::timestamptz and ${end} <= ${last.toISOString()}::timestamptz
    and (${end} at time zone ${timeZone})::date - (a.granted_at at time zone ${timeZone})::date
      > ${limits.endNoticeDays}::int
    and (g.access_expires_at is null or g.access_expires_at > ${now.toISOString()}::timestamptz)`
}
