import { sql } from 'drizzle-orm'
import { isReading } from '../../db/readings.ts'
import { profiles } from '../../db/tables/accounts.ts'
import { notDeactivated } from '../../kernel/context/deactivated.ts'
import { wants } from '../../kernel/mail/wants.ts'
import { end, grantsDue } from './grants-due.ts'
import { notice, only } from './mail-parts.tsx'
import { defineNotice } from './notices.ts'

/** Days from sharing to the notice. */
const after = 14
/** A notice that could not be sent in time is still sent up to this many days later. */
const lookBackDays = 30

/** Mail to a document's owner: it was shared 14 days ago, and its reader has never opened it. */
export const neverOpened = defineNotice('never_opened', {
  due({ now, settings: { timeZone } }) {
    const at = sql`${now.toISOString()}::timestamptz`
    const daysAgo = (days: number) =>
      sql`(${at} at time zone ${timeZone} - ${days} * interval '1 day') at time zone ${timeZone}`
    const reads = sql`exists (select 1 from ${profiles} where ${profiles.id} = g.user_id and ${notDeactivated})`
    return grantsDue('never_opened', 'owner', {
      about: sql`a.granted_at`,
      silent: sql`not ${wants(sql`o.preferences`, 'neverOpened')}`,
      where: sql`a.status = 'active' and ${end} > ${at}
        and a.granted_at <= ${daysAgo(after)} and a.granted_at > ${daysAgo(after + lookBackDays)}
        and d.deleted_at is null and d.status <> 'archived'
        and (g.user_id is null
          or (${reads} and (g.access_expires_at is null or g.access_expires_at > ${at})))
        and not exists (select 1 from audit_events e where e.document_id = a.document_id
          and e.actor_id = g.user_id and ${sql.raw(isReading)})`,
    })
  },
  write(data, place) {
    const one = only(data)
    return notice(data, place, {
      subject: one
        ? `${one.who} has not opened “${one.title}”`
        : `${data.items.length} documents that you share have not been opened`,
      title: one ? 'A shared document has not been opened' : 'Shared documents have not been opened',
      lead: one
        ? 'You shared this document, and its reader has not opened it. They may have missed the email: you can send them a word, or revoke the access.'
        : 'You shared these documents, and their readers have not opened them. They may have missed the email: you can send them a word, or revoke the access.',
      path: one ? `/documents/${one.documentId}` : '/documents',
      button: one ? 'Open the document' : 'See your documents',
      reason: `You received this because you own ${one ? 'this document' : 'these documents'}. You can switch these emails off in your settings.`,
    })
  },
})
