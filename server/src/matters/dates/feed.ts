import { addDays, dayOf } from '@deedbox/contract/dates.ts'
import { dueKindLabels } from '@deedbox/contract/due-date-terms.ts'
import type { DueDate, calendarFeed as endpoint } from '@deedbox/contract/due-dates.ts'
import type { FastifyReply } from 'fastify'
import { ICalCalendar, ICalCalendarMethod, ICalEventTransparency } from 'ical-generator'
import type { Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { listDueDates } from './list.ts'

/** Days back from today from which open dates are in the feed, and dates in it at most. */
const backDays = 90
const most = 5_000

/**
 * Sends what falls due and is open as an iCalendar file (RFC 5545), a whole day each, as far as the caller sees it.
 * @throws Refusal 'scope-missing' where a token in the address could do more than read the calendar: addresses are shown, kept and sent on.
 */
export async function sendFeed(
  { place }: Pick<Services, 'place'>,
  raw: Raw<typeof endpoint>,
): Promise<FastifyReply> {
  const { actor, request, reply, now, settings } = raw
  const inAddress = request.headers.authorization === undefined
  const { scopes } = actor.session
  if (inAddress && scopes && scopes.length !== 1) throw new Refusal('scope-missing')
  const from = addDays(dayOf(now, settings.timeZone), -backDays)
  const rows: DueDate[] = []
  let cursor: string | undefined
  do {
    const query = { dueStatus: 'open' as const, dueFrom: from, cursor, limit: 100 }
    const page = await raw.read((ctx) => listDueDates(ctx, query))
    rows.push(...page.dueDates)
    cursor = page.nextCursor ?? undefined
  } while (cursor && rows.length < most)
  return reply
    .headers({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="deedbox.ics"',
      'cache-control': 'no-store',
    })
    .send(asCalendar(rows, place().publicUrl, now))
}

/** Writes dates as a calendar; `publicUrl` is the address of this deployment. */
function asCalendar(rows: DueDate[], publicUrl: string, now: Date): string {
  const calendar = new ICalCalendar({
    name: 'Deedbox',
    description: 'What falls due. Deedbox reminds, it does not advise.',
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Deedbox', product: 'Deedbox', language: 'EN' },
    ttl: 3_600,
  })
  const { host } = new URL(publicUrl)
  for (const row of rows) {
    if (row.dueOn === null) continue
    calendar.createEvent({
      id: `${row.id}@${host}`,
      stamp: now,
      start: row.dueOn,
      allDay: true,
      summary: row.title,
      description: [
        (dueKindLabels as Record<string, string>)[row.kind] ?? row.kind,
        row.matter?.name,
        row.document?.title,
        row.clause,
        row.words,
      ]
        .filter(Boolean)
        .join('\n'),
      url: `${publicUrl}/calendar?view=month&month=${row.dueOn.slice(0, 7)}`,
      lastModified: new Date(row.updatedAt),
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  }
  return calendar.toString()
}
