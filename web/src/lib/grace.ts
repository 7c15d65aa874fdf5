import { counted } from '@deedbox/contract/counts.ts'

/** Writes how long somebody may still do without a second factor, by the calendar days until then: '5 days left'. */
export function graceText(days: number): string {
  if (days < 1) return 'less than a day left'
  return `${counted(days, 'day')} left`
}
