import { limits } from '@deedbox/contract/limits.ts'
import type { MailKind } from '@deedbox/contract/mail-kinds.ts'
import { sql } from 'drizzle-orm'
import { type Items, notice, within } from '../../sharing/notices/mail-parts.tsx'
import { defineNotice, untold } from '../../sharing/notices/notices.ts'

/** Words of a notice: `name` of the organisation, `when` its content is locked, 'in 30 days'. */
type Words = (facts: { name: string; when: string }) => { subject: string; title: string; lead: string }

const takeOut =
  'You can download all documents that you own under Settings, and an Org Admin all documents of the organisation under Organization Settings, with their history.'

/**
 * Defines a notice to the people of an organisation that leaves, due from `from` days before its content is locked until `to` days before; one that
 * was missed is not sent late.
 */
export const leavingNotice = <K extends MailKind>(
  kind: K,
  days: { from: number; to: number | null },
  words: Words,
) => {
  const lock = sql`(o.leaving_from + ${limits.leavingDays}::int * interval '24 hours')`
  const about = sql`to_char(${lock} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  const left = (n: number) => sql`${lock} - ${n}::int * interval '24 hours'`
  return defineNotice(kind, {
    due: ({ now }) => sql`
      select o.id as "subjectId", null as "accessId", null as "documentId", o.name as title, null as who, ${about} as about,
        profiles.user_id::text as recipient, profiles.email, false as silent
      from organizations o join profiles on profiles.organization_id = o.id
      where o.leaving_from is not null and ${left(days.from)} <= ${now.toISOString()}::timestamptz
        and ${days.to === null ? sql`true` : sql`${left(days.to)} > ${now.toISOString()}::timestamptz`}
        and ${untold(kind, sql`o.id`, sql`profiles.user_id::text`, about)}
      order by o.id, profiles.user_id`,
    write(data: Items, place) {
      const [item] = data.items
      if (!item) throw new Error('A notice is about nothing')
      const { lead, ...said } = words({ name: item.title, when: within(item.days) })
      return notice(data, place, {
        ...said,
        lead: days.to === null ? lead : `${lead} ${takeOut}`,
        path: days.to === null ? '/documents' : '/settings#take-out',
        button: days.to === null ? 'See the documents' : 'Download everything',
        reason: `You received this because you belong to ${item.title}.`,
      })
    },
  })
}
