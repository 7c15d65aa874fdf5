import { dayOf, daysBetween } from '@deedbox/contract/dates.ts'
import { useDeployment, useServerNow } from './session.ts'

/** Returns today (`YYYY-MM-DD`) by the server's clock in the deployment's time zone. */
export function useToday(): string {
  const { timeZone } = useDeployment()
  return dayOf(new Date(useServerNow()), timeZone)
}

/** Counts the calendar days from today until an instant or a day; negative when it is past. */
export function useDaysUntil(): (at: string) => number {
  const { timeZone } = useDeployment()
  const today = useToday()
  return (at) => daysBetween(today, /^\d{4}-\d{2}-\d{2}$/.test(at) ? at : dayOf(at, timeZone))
}
