import { storageSize } from '@deedbox/contract/sizes.ts'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { documents } from '../../db/tables/documents.ts'
import { uploads } from '../../db/tables/uploads.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import { advisoryLock } from '../../kernel/context/lock.ts'
import { Refusal } from '../../platform/errors.ts'
import { ownUploads, unfinished } from './row.ts'

/** Tells whom the limit of stored bytes concerns: all but administrators, Org Admins and trustees whom an administrator has confirmed. */
export const isLimited = ({ role, confirmed }: Pick<Actor, 'role' | 'confirmed'>): boolean =>
  !(role === 'admin' || role === 'b2b_admin' || (role === 'trustee' && confirmed))

/** Holds back other uploads of this person until the end of this transaction, so that those at once are counted one by one. */
export const holdUploads = (ctx: Acting<WriteCtx>): Promise<void> =>
  advisoryLock(ctx, `uploads of ${ctx.actor.id}`)

/**
 * Returns the bytes that somebody keeps stored and those that they may; null: there is no limit for them. Deleted documents count while
 * their content is kept, and unfinished uploads with all that they announced.
 */
export async function storageOf(ctx: Acting<ReadCtx>): Promise<{ used: number; limit: number } | null> {
  const { storageMegabytes } = ctx.settings
  if (storageMegabytes === null || !isLimited(ctx.actor)) return null
  const ofDocuments = and(eq(documents.ownerId, ctx.actor.id), isNull(documents.contentRemovedAt))
  const ofUploads = and(ownUploads(ctx), unfinished)
  const [row] = await ctx.tx
    .select({ used: sum(sql`${sumOf(documents, ofDocuments)} + ${sumOf(uploads, ofUploads)}`) })
    .from(sql`(values (1)) one`)
  return { used: row?.used ?? 0, limit: storageMegabytes * 1024 * 1024 }
}

const sum = (bytes: SQL) => sql<number>`(${bytes})::float8`
const sumOf = (table: typeof documents | typeof uploads, which: SQL | undefined): SQL =>
  sql`(select coalesce(sum(${table.fileSize}), 0) from ${table} where ${which})`

/**
 * Checks the limit of stored bytes.
 * @throws Refusal 'storage-full' if this number of bytes more is more than this person may keep.
 */
export async function checkStorage(ctx: Acting<ReadCtx>, bytes: number): Promise<void> {
  const storage = await storageOf(ctx)
  if (!storage || storage.used + bytes <= storage.limit) return
  const { used, limit } = storage
  throw new Refusal('storage-full', { values: { used: storageSize(used), limit: storageSize(limit) } })
}
