import { addDays, addMonths } from '@deedbox/contract/dates.ts'
import type { DemoDue } from './matter-list.ts'
import { paperCalled } from './parties.ts'
import type { Deed } from './sharing.ts'
import type { Stage } from './stage.ts'

/** Writes down what falls due of a matter. What fell due earlier this month is done, so that the calendar of the month is full on each of its days. */
export async function recordDates(
  { call, dateIn }: Stage,
  matterId: string,
  due: readonly DemoDue[],
  papers: readonly Deed[],
  emails: readonly string[],
): Promise<void> {
  for (const { dayOfMonth, inDays, on, paper, yearly, ...facts } of due) {
    const firstOfMonth = `${dateIn(0).slice(0, 8)}01`
    const lastOfMonth = addDays(addMonths(firstOfMonth, 1), -1)
    const dueOn = dayOfMonth
      ? addDays(firstOfMonth, Math.min(dayOfMonth, Number(lastOfMonth.slice(8))) - 1)
      : inDays
        ? dateIn(inDays)
        : on
          ? nextOf(on, dateIn(0))
          : null
    const body = {
      matterId,
      ...facts,
      ...(paper && { documentId: paperCalled(papers, paper).id }),
      ...(yearly && { repeats: 'yearly' }),
      dueOn,
      emails,
    }
    const { id } = (await call('trustee', 'POST', '/api/due-dates', body)).json().dueDate
    if (dueOn && dueOn < dateIn(0)) await call('trustee', 'POST', `/api/due-dates/${id}/done`, { note: '' })
  }
}

/** Returns the next day that is written '06-30'; a day with its year as it is. */
function nextOf(day: string, today: string): string {
  if (day.length > 5) return day
  const year = Number(today.slice(0, 4))
  return `${today.slice(5) <= day ? year : year + 1}-${day}`
}
