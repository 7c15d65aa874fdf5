/** Returns the wall clock (`YYYY-MM-DDTHH:MM`) of an instant in a time zone, as a field for date and time holds it. */
export function wallClock(instant: string | number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return format.format(new Date(instant)).replace(' ', 'T')
}

/** Returns the instant when a wall clock in a time zone shows this; null for a text that is no time. */
export function instantAt(wall: string, timeZone: string): string | null {
  const asUtc = Date.parse(`${wall}Z`)
  if (Number.isNaN(asUtc)) return null
  let at = asUtc
  // Repeat, as the zone's offset is first taken a few hours off, where it may differ.
  for (let times = 0; times < 2; times++) at = asUtc - (Date.parse(`${wallClock(at, timeZone)}Z`) - at)
  return new Date(at).toISOString()
}
