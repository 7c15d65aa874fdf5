import type { listUnrecorded as endpoint } from '@deedbox/contract/storage.ts'
import { and, desc, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { deployment, unrecordedContent } from '../../db/tables/storage.ts'
import type { ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { carried, fromCursor, toCursor } from '../../platform/cursor.ts'
import { removalOf } from './sweep.ts'

const shape = 'unrecorded'

/** Content that has no record and was not returned: a condition over `unrecorded_content`. */
export const stillUnrecorded = isNull(unrecordedContent.returnedAt)

/**
 * Lists content without a document, newest first, paged by key.
 * @throws Refusal 'invalid-input' for a cursor of another list.
 */
export async function listUnrecorded(
  { tx }: ReadCtx,
  { query: { cursor, limit } }: Input<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const { storedAt, path } = unrecordedContent
  const after = cursor && fromCursor(cursor, z.tuple([z.literal(shape), carried.instant, carried.text]))
  const fromHere = after ? sql`(${storedAt}, ${path}) < (${after[1]}::timestamptz, ${after[2]})` : undefined
  const rows = await tx
    .select()
    .from(unrecordedContent)
    .where(and(stillUnrecorded, fromHere))
    .orderBy(desc(storedAt), desc(path))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  const total = await tx.$count(unrecordedContent, stillUnrecorded)
  const [state] = await tx.select().from(deployment)
  return {
    files: shown.map(({ path, bytes, storedAt, movedAt, known }) => ({
      path,
      bytes,
      storedAt: storedAt.toISOString(),
      movedAt: movedAt?.toISOString() ?? null,
      removedAt: movedAt && removalOf(movedAt).toISOString(),
      known,
    })),
    total,
    refused: state?.sweepRefusedAt
      ? { since: state.sweepRefusedAt.toISOString(), unrecorded: total, files: state.sweepFiles ?? total }
      : null,
    nextCursor: last ? toCursor([shape, last.storedAt.toISOString(), last.path]) : null,
  }
}
