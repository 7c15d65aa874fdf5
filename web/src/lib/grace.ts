/** Writes how long somebody may still do without a second factor, by the calendar days until then: '5 days left'. */
export function graceText(days: number): string {
  if (days < 1) return 'less than a day left'
  return days === 1 ? '1 day left' : `${days} days left`
}
