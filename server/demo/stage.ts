import { addDays, dayOf } from '@deedbox/contract/dates.ts'
import { dayMs, minuteMs } from '@deedbox/contract/durations.ts'
import { startOfDay } from '../src/platform/days.ts'
import type { Running } from '../src/start.ts'

export type Stage = ReturnType<typeof createStage>

/** Plays the history of the practice: actions of its people, each a call of the API at its own time in the past. */
export function createStage({ app, services }: Running) {
  const { clock, config, jobs } = services
  const began = Date.now()
  const today = dayOf(new Date(began), config.timeZone)
  const cookies = new Map<string, string>()
  const acts: { time: number; act: () => Promise<unknown> }[] = []
  const dateIn = (days: number) => addDays(today, days)

  /** Returns the time this number of days ago, in office hours and never twice in the same minute; below one day: exactly that long ago. */
  function timeOf(daysAgo: number): number {
    if (daysAgo < 1) return began - daysAgo * dayMs
    const minutes = 9 * 60 + ((acts.length * 47) % (8 * 60))
    return startOfDay(dateIn(-daysAgo), config.timeZone).getTime() + minutes * minuteMs
  }

  return {
    services,
    /** Returns the calendar day this number of days from today, `YYYY-MM-DD`. */
    dateIn,
    signIn: (key: string, cookie: string) => cookies.set(key, cookie),
    /** Plans an action. The actions of one day are played in order of their times. */
    at(daysAgo: number, act: () => Promise<unknown>): void {
      acts.push({ time: timeOf(daysAgo), act })
    },
    /** Plans an action late on the day before today, after all of that day; those that are planned first come first. */
    lastNight(act: () => Promise<unknown>): void {
      const late = startOfDay(today, config.timeZone).getTime() - 60 * minuteMs
      acts.push({ time: Math.max(late, began - 0.999 * dayMs), act })
    },
    /** Plans what a server does by itself at the beginning of a day. */
    atMidnight(daysAgo: number, act: () => Promise<unknown>): void {
      acts.push({ time: startOfDay(dateIn(-daysAgo), config.timeZone).getTime() + minuteMs, act })
    },
    /** Plays everything, the oldest first, with the clock set to each time; then resets the clock. */
    async play(): Promise<void> {
      // No act begins before the last one has ended, although two may have the same minute.
      let reached = 0
      for (const { time, act } of acts.toSorted((a, b) => a.time - b.time)) {
        clock.shiftMs = Math.max(time, reached) - Date.now()
        await act()
        await jobs.runDue()
        reached = Date.now() + clock.shiftMs
      }
      clock.shiftMs = 0
    },
    /** The answer of a call made by somebody, which must succeed. */
    async call(
      as: string,
      method: 'POST' | 'GET' | 'PUT',
      url: string,
      body?: Buffer | object,
      type?: string,
    ) {
      const answer = await app.inject({
        method,
        url,
        // Everybody has their own address, because calls are limited by address.
        remoteAddress: `192.0.2.${[...cookies.keys()].indexOf(as) + 1}`,
        headers: { host: 'localhost', cookie: cookies.get(as) ?? '', ...(type && { 'content-type': type }) },
        ...(body !== undefined && { payload: body }),
      })
      if (answer.statusCode >= 400)
        throw new Error(`${method} ${url.split('?')[0]}: ${answer.statusCode} ${answer.body}`)
      return answer
    },
  }
}
