// Made for the first number that needs it, as that takes 15 ms and most numbers are below 1,000.
let format: Intl.NumberFormat | undefined

/** Returns a whole number as people write it: `12`, `1,234`. */
export function countText(count: number): string {
  if (Math.abs(count) < 1_000) return String(count)
  format ??= new Intl.NumberFormat('en-AU')
  return format.format(count)
}

/** Returns how many of something there are: `1 document`, `1,234 documents`. `more`: the noun for any other number than one. */
export const counted = (count: number, one: string, more = `${one}s`): string =>
  `${countText(count)} ${count === 1 ? one : more}`
