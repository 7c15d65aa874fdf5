import { dayOf } from '@deedbox/contract/dates.ts'
import { sql } from 'drizzle-orm'
import { matters } from '../../db/tables/matters.ts'
import { notDeactivated } from '../../kernel/context/deactivated.ts'
import { wants } from '../../kernel/mail/wants.ts'
import { keeping } from '../../policy/matters.ts'
import { hasLeft } from '../../policy/visible.ts'
import { notice, only } from '../../sharing/notices/mail-parts.tsx'
import { defineNotice, untold } from '../../sharing/notices/notices.ts'

/**
 * Mail to the holder of record, from whom a packet went out, and to the responsible trustee of its matter: it was to be back, on the day after that and each week
 * again. Where neither is there any more, to all who keep matters. Nothing is told of matters of an organisation that has left.
 */
export const packetOverdue = defineNotice('packet_overdue', {
  due({ now, settings: { timeZone } }) {
    const today = sql`${dayOf(now, timeZone)}::date`
    const recipient = sql`profiles.user_id || ' ' || ((${today} - e.expected_on - 1) / 7)`
    const holder = sql`(select h.holder_id from movements h where h.packet_id = p.id and h.number < e.number
      and h.holder_id is not null order by h.number desc limit 1)`
    const answers = sql`profiles.user_id in (${holder}, matters.responsible_id)`
    const there = sql`${keeping} and ${notDeactivated}`
    return sql`
      select p.id as "subjectId", null as "accessId", null as "documentId",
        'P-' || lpad(p.number::text, 6, '0') || ' · ' || matters.name as title, e.outside as who, e.expected_on::text as about,
        ${recipient} as recipient, profiles.email, not ${wants(sql`profiles.preferences`, 'custody')} as silent
      from movements e
      join packets p on p.standing_id = e.id
      join matters on matters.id = p.matter_id
      join profiles on ${there} and (${answers} or not exists (select from profiles where ${there} and ${answers}))
      where e.expected_on < ${today} and e.kind = 'out' and ${hasLeft(matters.organizationId, now)} is not true
        and ${untold('packet_overdue', sql`p.id`, recipient, sql`e.expected_on::text`)}
      order by e.expected_on, p.id`
  },
  write(data, place) {
    const one = only(data)
    return notice(data, place, {
      subject: one ? `${one.title} is overdue` : `${data.items.length} packets are overdue`,
      title: one ? 'A packet of originals is overdue' : 'Packets of originals are overdue',
      lead: 'It was to be brought back. Ask for it, record that it is back, or correct the day on which it is expected.',
      path: '/custody?packetState=overdue',
      button: 'See what is overdue',
      reason:
        'You received this because you held it or are responsible for its matter, or because nobody else is. You can switch these emails off in your settings.',
    })
  },
})
