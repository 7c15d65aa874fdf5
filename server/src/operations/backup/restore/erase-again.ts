import { and, eq, gte, inArray } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { auditEvents } from '../../../db/tables/audit.ts'
import { documentAccess } from '../../../db/tables/documents.ts'
import { removeTraces } from '../../../documents/store/erase.ts'
import { recordEvents } from '../../../kernel/audit/record.ts'
import { chunksOf } from '../../../platform/storage/chunks.ts'
import { auditEntry } from '../../../policy/grants.ts'
import { SPARE_MS } from '../copy/note-erasures.ts'
import { copyTime, listCopies } from '../place/copies.ts'
import { type ErasedObject, type Erasure, listErased, readErased } from '../place/erased.ts'
import { DamagedFault } from '../place/fault.ts'
import type { Place } from '../place/place.ts'

const BATCH = 500

/** Erasures that a place names since a time. */
export type Known = {
  from: Date
  /** The objects that can be read; null when none was ever written, as by versions that wrote none. */
  objects: ErasedObject[] | null
  /** Reasons why it is not all, each naming an object. */
  problems: string[]
}

/** Reads all that a place says of erasures since a copy of this time was made. */
export async function knownErasures(place: Place, from: Date): Promise<Known> {
  const all = await listErased(place)
  const known: Known = { from, objects: all.length > 0 ? [] : null, problems: [] }
  let covered = from
  for (const object of all) {
    if (object.until.getTime() < from.getTime() - SPARE_MS) continue
    if (object.since > covered)
      known.problems.push(
        `${object.path} begins later than what is before it ends: what was erased between ${covered.toISOString()} and ` +
          `${object.since.toISOString()} is missing`,
      )
    if (object.until > covered) covered = object.until
    try {
      for await (const _ of readErased(place, object));
      known.objects?.push(object)
    } catch (error) {
      if (!(error instanceof DamagedFault)) throw error
      known.problems.push(error.message)
    }
  }
  return known
}

/** Objects of a place that should name the erasures since its oldest copy, and are damaged or missing; a sentence each. */
export async function erasureProblems(place: Place): Promise<string[]> {
  const [oldest] = (await listCopies(place)).whole
  return oldest ? (await knownErasures(place, copyTime(oldest))).problems : []
}

/**
 * Erases in a restored database what was erased since the copy: its key, the hashes of its words and its grants, each batch in one
 * transaction with its events. What the copy does not have, or has as erased, is left as it is; so it can be done again.
 */
export async function eraseAgain(database: Database, place: Place, { from, objects }: Known): Promise<void> {
  const since = new Date(from.getTime() - SPARE_MS)
  for (const object of objects ?? [])
    for await (const batch of chunksOf(readErased(place, object), BATCH))
      await eraseBatch(
        database,
        batch.filter(({ at }) => at >= since),
      )
}

const nobody = { actor: null, ip: null, userAgent: null, requestId: null }

function eraseBatch(database: Database, erasures: Erasure[]): Promise<void> {
  return database.transaction(async (tx) => {
    // They were removed when no hold kept them; a hold of the copy may have been lifted since (ADR 68).
    await database.exec('alter table documents disable trigger documents_held_update')
    const { rows } = await database.query<{ id: string; filePath: string; now: Date }>(
      `update documents d
       set wrapped_key = null, deleted_at = coalesce(d.deleted_at, e.at), content_removed_at = e.at
       from jsonb_to_recordset($1::jsonb) as e (id uuid, at timestamptz)
       where d.id = e.id and d.content_removed_at is null
       returning d.id, d.file_path as "filePath", now() as now`,
      [JSON.stringify(erasures)],
    )
    await database.exec('alter table documents enable trigger documents_held_update')
    const [first] = rows
    if (!first) return
    const ids = rows.map(({ id }) => id)
    await removeTraces(tx, rows)
    const ended = await tx
      .update(documentAccess)
      .set({ status: 'revoked' })
      .where(and(inArray(documentAccess.documentId, ids), eq(documentAccess.status, 'active')))
      .returning()
    await recordEvents(database, { ...nobody, now: first.now }, [
      ...ids.map((documentId) => ({ event: 'document_erased_again' as const, documentId })),
      ...ended.map((grant) => auditEntry('revoked', grant)),
    ])
  })
}

/** Counts the documents that were erased again by a restore that began at this time. */
export function erasedAgain({ db }: Database, begun: Date): Promise<number> {
  const ofRestore = and(eq(auditEvents.event, 'document_erased_again'), gte(auditEvents.at, begun))
  return db.$count(auditEvents, ofRestore)
}
