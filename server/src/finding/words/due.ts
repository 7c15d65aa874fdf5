import { and, asc, eq, exists, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Drizzle } from '../../db/client.ts'
import { documents } from '../../db/tables/documents.ts'
import { documentWords, wordIndex } from '../../db/tables/words.ts'
import type { Services } from '../../kernel/services.ts'

type Needs = Pick<Services, 'contexts' | 'database'>
/** A document in the order of the walk. */
export type Place = { at: Date; id: string }

const window = 2_000
const fewTimes = 3
/** Milliseconds after which a document that was begun is begun again: its server has died or was too slow, or the store was away. */
const strandedMs = 20 * 60_000
/** Milliseconds after its time in which a document may still be committed. */
const settledMs = 10 * 60_000

const begun = eq(documentWords.outcome, 'begun')
const before = (now: Date, ms: number) => new Date(now.getTime() - ms)

/** Returns where the walk of this reader has come; another reader begins anew. */
export async function walkedTo({ contexts }: Needs, reader: string): Promise<Place | null> {
  return contexts.work(async ({ tx }) => {
    await tx
      .update(wordIndex)
      .set({ reader, walkedAt: null, walkedId: null })
      .where(ne(wordIndex.reader, reader))
    const [row] = await tx.select({ at: wordIndex.walkedAt, id: wordIndex.walkedId }).from(wordIndex)
    return row?.at && row.id ? { at: row.at, id: row.id } : null
  })
}

/** Notes how far the walk is, but never as far as documents that may still be committed before. */
export async function noteWalked({ contexts }: Needs, reader: string, { at, id }: Place): Promise<void> {
  await contexts.work(async ({ tx, now }) => {
    if (at > before(now, settledMs)) return
    await tx
      .update(wordIndex)
      .set({ walkedAt: at, walkedId: id })
      .where(
        and(
          eq(wordIndex.reader, reader),
          sql`(${wordIndex.walkedAt}, ${wordIndex.walkedId}) is distinct from (${at.toISOString()}::timestamptz, ${id}::uuid)`,
        ),
      )
  })
}

/** Returns the condition that a document with these words, or with none, is to be read by this reader. */
export const due = (reader: string): SQL | undefined =>
  or(
    isNull(documentWords.documentId),
    and(
      ne(documentWords.reader, reader),
      or(
        ne(documentWords.outcome, 'read'),
        sql`split_part(${documentWords.reader}, '.', 1) <> split_part(${reader}, '.', 1)`,
      ),
    ),
  )

/** Finds the next documents of the walk: those that are due, and where it goes on; null at its end. */
export async function nextDue({ contexts }: Needs, reader: string, from: Place | null) {
  return contexts.work(async ({ tx }) => {
    const here = tx
      .select({ id: documents.id, at: documents.createdAt })
      .from(documents)
      .where(
        and(
          isNull(documents.deletedAt),
          from
            ? sql`(${documents.createdAt}, ${documents.id}) > (${from.at.toISOString()}::timestamptz, ${from.id}::uuid)`
            : undefined,
        ),
      )
      .orderBy(asc(documents.createdAt), asc(documents.id))
      .limit(window)
      .as('here')
    const rows = await tx
      .select({ id: here.id, at: here.at, due: sql<boolean>`(${due(reader)})` })
      .from(here)
      .leftJoin(documentWords, eq(documentWords.documentId, here.id))
      .orderBy(asc(here.at), asc(here.id))
    return { due: rows.filter((row) => row.due), last: rows.at(-1) ?? null, more: rows.length === window }
  })
}

/** Finds documents that were begun and not ended. Those that were begun too often are left, with the words that they gave. */
export async function stranded({ contexts }: Needs): Promise<string[]> {
  return contexts.work(async ({ tx, now }) => {
    const left = and(begun, lt(documentWords.readAt, before(now, strandedMs)))
    await tx
      .update(documentWords)
      .set({ outcome: sql`case when ${documentWords.hashes} = '{}' then 'unreadable' else 'partly' end` })
      .where(and(left, sql`${documentWords.attempts} >= ${fewTimes}`))
    const rows = await tx
      .select({ id: documentWords.documentId })
      .from(documentWords)
      .where(left)
      .limit(window)
    return rows.map(({ id }) => id)
  })
}

const hasContent = (tx: Drizzle, documentId: string) =>
  tx
    .select({ one: sql`1` })
    .from(documents)
    .where(and(eq(documents.id, documentId), isNotNull(documents.wrappedKey)))

/** Takes a document to read, unless another server reads it now. */
export async function claim({ contexts }: Needs, reader: string, documentId: string): Promise<boolean> {
  return contexts.work(async ({ tx, now }) => {
    const [content] = await hasContent(tx, documentId)
    if (!content) return false
    const taken = await tx
      .insert(documentWords)
      .values({ documentId, outcome: 'begun', reader, readAt: now })
      .onConflictDoUpdate({
        target: documentWords.documentId,
        set: {
          outcome: 'begun',
          reader,
          readAt: now,
          attempts: sql`case when ${documentWords.reader} = ${reader} then ${documentWords.attempts} + 1 else 1 end`,
        },
        setWhere: sql`${documentWords.reader} <> ${reader} or ${and(begun, lte(documentWords.readAt, before(now, strandedMs)))}`,
      })
      .returning({ id: documentWords.documentId })
    return taken.length > 0
  })
}

/** Records what became of a document that was claimed. Nothing is kept of one whose content has been removed meanwhile. */
export async function record(
  { contexts }: Needs,
  documentId: string,
  { hashes, outcome }: { hashes: string; outcome: 'begun' | 'read' | 'partly' | 'nothing' | 'unreadable' },
): Promise<void> {
  await contexts.work(async ({ tx, now }) => {
    await tx
      .update(documentWords)
      .set({ hashes: sql`${hashes}::bigint[]`, outcome, readAt: now })
      .where(and(eq(documentWords.documentId, documentId), exists(hasContent(tx, documentId))))
  })
}

/** Lets a document go: it is tried again later, as it was not its fault. */
export async function letGo({ contexts }: Needs, documentId: string): Promise<void> {
  await contexts.work(async ({ tx }) => {
    await tx
      .update(documentWords)
      .set({ attempts: sql`greatest(${documentWords.attempts} - 1, 0)` })
      .where(eq(documentWords.documentId, documentId))
  })
}

/** Removes the words of documents without content: a server of an older version may have left some. */
export async function sweepWords({ contexts }: Needs): Promise<void> {
  await contexts.work(({ tx }) =>
    tx.execute(
      sql`delete from ${documentWords} using ${documents} where ${documents.id} = ${documentWords.documentId} and ${documents.wrappedKey} is null`,
    ),
  )
}
