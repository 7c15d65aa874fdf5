import { sql } from 'drizzle-orm'
import { matters } from '../../db/tables/matters.ts'
import { hasLeft } from '../../policy/visible.ts'
import { notice } from '../../sharing/notices/mail-parts.tsx'
import { defineNotice, untold } from '../../sharing/notices/notices.ts'
import { tellTrustees, whose } from './people.ts'

/** Mail to the nominee, the owner and trustees: access has begun. It began without this mail, to the second. */
export const releaseBegun = defineNotice('release_begun', {
  due({ now }) {
    const at = sql`${now.toISOString()}::timestamptz`
    const recipient = sql`profiles.user_id::text`
    return sql`
      select a.id as "subjectId", null as "accessId", n.document_id as "documentId",
        'Papers of ' || ${whose} || ', released to ' || ne.name as title, null as who,
        to_char(begun.ends at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as about,
        ${recipient} as recipient, profiles.email, false as silent
      from releases r join nominations n on n.id = r.nomination_id
      join askings a on a.release_id = r.id and a.withdrawn_at is null join nominees ne on ne.id = a.nominee_id
      join lateral (select max(rd.ends) as ends from released_documents rd
        where rd.asking_id = a.id and rd.over_at is null and rd.begins <= ${at} and rd.ends > ${at}) begun on begun.ends is not null
      left join documents d on d.id = n.document_id join profiles owner on owner.user_id = coalesce(n.owner_id, d.owner_id)
      left join matters on matters.id = n.matter_id
      join profiles on (${tellTrustees} or profiles.user_id in (owner.user_id, ne.user_id))
      where ${hasLeft(matters.organizationId, now)} is not true and r.over_at is null and r.begins <= ${at} and r.ends > ${at}
        and not exists (select from sent_notices sent where sent.kind = 'release_begun' and sent.subject_id = a.id and sent.recipient = ${recipient})
        and ${untold('release_begun', sql`a.id`, recipient, sql`to_char(begun.ends at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)}
      order by a.asked_at, a.id, profiles.user_id`
  },
  write: (data, place) =>
    notice(data, place, {
      subject: 'A release has begun',
      title: 'A release has begun',
      lead: 'The waiting period is over and every condition is met, so the nominee has access until the time below. The owner and trustees can end it at any time, and everything is as before.',
      path: '/releases',
      button: 'See it in Deedbox',
      reason: 'You received this because you are the nominee, the owner or a trustee of this practice.',
    }),
})
