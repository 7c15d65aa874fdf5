const styles = {
  day: ['en-AU', { dateStyle: 'long' }],
  long: ['en-AU', { dateStyle: 'long', timeStyle: 'short' }],
  medium: ['en-AU', { dateStyle: 'medium', timeStyle: 'short' }],
  stamp: ['sv-SE', { dateStyle: 'short', timeStyle: 'medium' }],
} as const

// Formats by style and time zone, kept because making one takes a hundred times as long as using it.
const formats = new Map<string, Intl.DateTimeFormat>()

function write(at: Date | string, timeZone: string, style: keyof typeof styles): string {
  const key = `${style} ${timeZone}`
  let format = formats.get(key)
  if (!format) {
    const [locale, parts] = styles[style]
    format = new Intl.DateTimeFormat(locale, { ...parts, timeZone })
    formats.set(key, format)
  }
  return format.format(new Date(at))
}

/** Returns the day of an instant in a time zone, as mails and papers write it: `2 March 2026`. */
export const dayIn = (at: Date | string, timeZone: string): string => write(at, timeZone, 'day')

/** Returns an instant in a time zone, as mails and papers write it: `2 March 2026 at 5:00 pm`, or shorter `2 Mar 2026, 5:00 pm`. */
export const timeIn = (at: Date | string, timeZone: string, style: 'long' | 'medium' = 'long'): string =>
  write(at, timeZone, style)

/** Returns an instant in a time zone, as reports write it, to the second: `2026-03-02 17:00:00`. */
export const stampIn = (at: Date | string, timeZone: string): string => write(at, timeZone, 'stamp')
