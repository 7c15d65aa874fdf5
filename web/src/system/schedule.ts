const timeOfDay = (hour: number, minute: number) =>
  `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`

/** A schedule in words: 'Every 5 minutes'. One that Deedbox does not use itself is shown as it is written. */
export function scheduleText(cron: string): string {
  const every = /^\*(?:\/(\d+))? \* \* \* \*$/.exec(cron)
  if (every) return every[1] && every[1] !== '1' ? `Every ${every[1]} minutes` : 'Every minute'
  const hourly = /^(\d+) \* \* \* \*$/.exec(cron)
  if (hourly) return `Hourly at ${hourly[1]} past`
  const daily = /^(\d+) (\d+) \* \* \*$/.exec(cron)
  if (daily) return `Daily at ${timeOfDay(Number(daily[2]), Number(daily[1]))}`
  return cron
}
