/**
 * Writes a schedule in words: 'Every 5 minutes'. It omits the time of day, which is in UTC; the next run is shown in the reader's time. A schedule
 * that Deedbox does not use itself stays as written.
 */
export function scheduleText(cron: string): string {
  const every = /^\*(?:\/(\d+))? \* \* \* \*$/.exec(cron)
  if (every) return every[1] && every[1] !== '1' ? `Every ${every[1]} minutes` : 'Every minute'
  if (/^\d+ \* \* \* \*$/.test(cron)) return 'Hourly'
  if (/^\d+ \d+ \* \* \*$/.test(cron)) return 'Daily'
  return cron
}
