/** An answer: the server's time in it, and this machine's when it was asked for and came; all in milliseconds since 1970. */
type Heard = { server: number; sentAt: number; receivedAt: number }

/**
 * Returns the milliseconds to add to this machine's clock to get the server's, after an answer. It stays what it was (null: unknown) where the answer
 * allows it; after it, nothing that the answer names is in the future, and no end is taken as passed before the server says so.
 */
export function offsetAfter(offset: number | null, { server, sentAt, receivedAt }: Heard): number {
  const least = server - receivedAt
  return offset === null ? least : Math.min(Math.max(offset, least), server - sentAt)
}

let offset: number | null = null

/** Returns the server's time now, in milliseconds since 1970. */
export const serverNow = (): number => Date.now() + (offset ?? 0)

/** Sets the clock by an answer; `now` is its instant (ISO 8601), or null if it has none. */
export function hearServer(now: string | null, sentAt: number): void {
  const server = now === null ? Number.NaN : Date.parse(now)
  if (!Number.isNaN(server)) offset = offsetAfter(offset, { server, sentAt, receivedAt: Date.now() })
}
