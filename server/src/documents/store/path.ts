import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { run } from '../../db/named.ts'

const attempts = 16

/** The last millisecond used for each person who is uploading; dropped once the clock has passed it. */
const used = new Map<string, number>()

/** Finds the next millisecond that this process has not used for this person. */
function nextMillisecond(userId: string, now: Date, skip: number): number {
  for (const [person, last] of used) if (last < now.getTime()) used.delete(person)
  const timestamp = Math.max(now.getTime(), (used.get(userId) ?? 0) + 1 + skip)
  used.set(userId, timestamp)
  return timestamp
}

/**
 * Takes the path of a new file: `{userId}/{timestamp}.{ext}` (specification, section 7), the timestamp in milliseconds. The path is
 * reserved as a unique row in the database before anything is stored, so that two uploads never get the same one, on any kind of store. If
 * another server has taken it, the next millisecond is tried, then wider steps.
 *
 * The commit does not wait for the disk: the commit of the document's row, which needs this one, does.
 */
export async function takePath(
  database: Pick<Database, 'query'>,
  upload: { documentId: string; userId: string; now: Date; extension: string },
): Promise<string> {
  const { documentId, userId, now, extension } = upload
  for (let attempt = 0; attempt < attempts; attempt++) {
    const skip = attempt < 2 ? 0 : randomInt(2 ** attempt)
    const path = `${userId}/${nextMillisecond(userId, now, skip)}.${extension}`
    const taken = await run(
      database,
      sql`
        insert into content_paths (path, document_id, taken_at)
        select ${path}, ${documentId}::uuid, ${now.toISOString()}::timestamptz
        from (select set_config('synchronous_commit', 'off', true)) quick
        on conflict do nothing returning path`,
      { prepared: true },
    )
    if (taken.length > 0) return path
  }
  throw new Error(`No path was free in ${attempts} attempts`)
}
