import { addDays } from '@deedbox/contract/dates.ts'
import { useDeployment } from '../lib/session.ts'
import { useToday } from '../lib/today.ts'
import { noDay, type TypedDay, typedDay } from './typed-day.ts'

/**
 * Returns the end with which sharing and approving begin: the day that was asked for, if it is still to come; otherwise the deployment's usual period.
 * Empty without either; then access ends by itself after 540 days.
 */
export function suggestedEnd(today: string, sharePeriodDays: number | null, asked: string | null): TypedDay {
  if (asked) return asked >= today ? typedDay(asked) : noDay
  return sharePeriodDays ? typedDay(addDays(today, sharePeriodDays)) : noDay
}

/** The same, by the server's clock and settings. `asked`: the last day that a request asks for (`YYYY-MM-DD`). */
export function useSuggestedEnd(asked: string | null = null): TypedDay {
  const { sharePeriodDays } = useDeployment()
  return suggestedEnd(useToday(), sharePeriodDays, asked)
}
