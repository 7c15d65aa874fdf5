/** Number of bytes of a file that had been sent at a time (in milliseconds). */
export type Sample = { at: number; loaded: number }

const windowMs = 5_000

/** Returns the samples that still count, the new one included: those of the last five seconds. */
export const withSample = (samples: Sample[], next: Sample): Sample[] => [
  ...samples.filter(({ at }) => next.at - at <= windowMs),
  next,
]

/** Returns bytes per second over the samples; null while there are too few. */
export function speedOf(samples: Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.at - first.at < 500) return null
  return ((last.loaded - first.loaded) * 1_000) / (last.at - first.at)
}

/** Writes 'about 2 minutes left' for a number of bytes at a speed in bytes per second. */
export function timeLeftText(bytes: number, speed: number): string {
  const seconds = Math.ceil(bytes / Math.max(speed, 1))
  if (seconds < 5) return 'a few seconds left'
  if (seconds < 60) return `about ${Math.ceil(seconds / 5) * 5} seconds left`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return minutes === 1 ? 'about a minute left' : `about ${minutes} minutes left`
  const hours = Math.round(minutes / 60)
  return hours === 1 ? 'about an hour left' : `about ${hours} hours left`
}

/** Returns what a screen reader announces: each file that finishes, and the overall progress in quarters, not every percent. */
export function announcement(uploads: { is: string; loaded?: number; file: { size: number } }[]): string {
  const going = uploads.filter(({ is }) => ['waiting', 'sending', 'done', 'failed'].includes(is))
  const count = (state: string) => going.filter(({ is }) => is === state).length
  const [done, failed] = [count('done'), count('failed')]
  if (going.length === 0) return ''
  const ended = `${done} of ${going.length} uploaded${failed > 0 ? `, ${failed} failed` : ''}`
  if (done + failed === going.length) return ended
  const total = going.reduce((sum, { file }) => sum + file.size, 0)
  const sent = going.reduce(
    (sum, { is, loaded, file }) => sum + (is === 'done' ? file.size : (loaded ?? 0)),
    0,
  )
  return `${ended}, ${Math.floor((sent / Math.max(total, 1)) * 4) * 25} percent sent`
}
