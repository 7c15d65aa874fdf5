import { dayOf } from '@deedbox/contract/dates.ts'
import { daysUntil } from './format.ts'
import { useDeployment, useServerNow } from './session.ts'

/** Returns today (`YYYY-MM-DD`) by the server's clock in the deployment's time zone. */
export function useToday(): string {
  const { timeZone } = useDeployment()
  return dayOf(new Date(useServerNow()), timeZone)
}

/** Counts the calendar days from today until an instant or a day; negative when it is past. */
export function useDaysUntil(): (at: string) => number {
  const { timeZone } = useDeployment()
  const now = useServerNow()
  return (at) => daysUntil(at, now, timeZone)
}
