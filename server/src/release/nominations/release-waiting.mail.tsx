import { dayOf } from '@deedbox/contract/dates.ts'
import { lapseDays } from '@deedbox/contract/release-rules.ts'
import { sql } from 'drizzle-orm'
import { matters } from '../../db/tables/matters.ts'
import { hasLeft } from '../../policy/visible.ts'
import { notice } from '../../sharing/notices/mail-parts.tsx'
import { defineNotice, untold } from '../../sharing/notices/notices.ts'
import { tellTrustees, whose } from './people.ts'

/** Mail to the owner, trustees and the other nominees: each day while somebody's asking waits, from the day after it. */
export const releaseWaiting = defineNotice('release_waiting', {
  due({ now, settings: { timeZone } }) {
    const at = sql`${now.toISOString()}::timestamptz`
    const today = dayOf(now, timeZone)
    const recipient = sql`profiles.user_id::text`
    const others = sql`exists (select from nominees other where other.nomination_id = n.id and other.id <> ne.id
      and other.user_id = profiles.user_id and other.accepted_at is not null and other.declined_at is null)`
    const words = sql`case when a.evidence_at is null then 'evidence is missing'
      when r.begins is null then 'a condition is missing'
      else 'access begins ' || to_char(r.begins at time zone ${timeZone}, 'FMDD FMMonth YYYY, HH24:MI') end`
    return sql`
      select a.id as "subjectId", null as "accessId", n.document_id as "documentId",
        ne.name || ' asks for papers of ' || ${whose} || ', ' || ${words} as title, null as who, ${today}::text as about,
        ${recipient} as recipient, profiles.email, false as silent
      from releases r join nominations n on n.id = r.nomination_id
      join askings a on a.release_id = r.id and a.withdrawn_at is null join nominees ne on ne.id = a.nominee_id
      left join documents d on d.id = n.document_id join profiles owner on owner.user_id = coalesce(n.owner_id, d.owner_id) left join matters on matters.id = n.matter_id
      join profiles on (${tellTrustees} or profiles.user_id = owner.user_id or ${others})
      where ${hasLeft(matters.organizationId, now)} is not true and r.over_at is null and not r.rehearsal and (r.begins > ${at} or (r.begins is null and r.ends is null
          and r.begun_at > ${at} - ${lapseDays}::int * interval '24 hours'))
        and (a.asked_at at time zone ${timeZone})::date < ${today}::date
        and ${untold('release_waiting', sql`a.id`, recipient, sql`${today}::text`)}
      order by a.asked_at, a.id, profiles.user_id`
  },
  write: (data, place) =>
    notice(data, place, {
      subject: 'A release waits for its time',
      title: 'A release waits for its time',
      lead: 'A nominee asks for access because the person whose papers they are has died or cannot act. It begins at the end of the waiting period, if every condition is met, unless the owner or a trustee vetoes it. This is told each day.',
      path: '/releases',
      button: 'See it in Deedbox',
      reason: 'You received this because you are the owner, a trustee of this practice or another nominee.',
    }),
})
