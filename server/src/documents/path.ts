/** The last millisecond given to a person who is uploading; dropped once the clock has passed it. */
const given = new Map<string, number>()

/**
 * Where a new file is stored: `{userId}/{timestamp}.{ext}` (specification, section 7), the timestamp in milliseconds.
 * A person's uploads in the same millisecond take the next ones. Storage.put never overwrites and file_path is unique,
 * so that a path taken by another server is refused, not shared.
 */
export function newPath(userId: string, now: Date, extension: string): string {
  for (const [person, last] of given) if (last < now.getTime()) given.delete(person)
  const timestamp = Math.max(now.getTime(), (given.get(userId) ?? 0) + 1)
  given.set(userId, timestamp)
  return `${userId}/${timestamp}.${extension}`
}
