import { listDocuments as endpoint } from '@deedbox/contract/documents.ts'
import type { DocumentHit } from '@deedbox/contract/search.ts'
import { readPage } from '../../db/list.ts'
import { searchedOf } from '../../documents/details.ts'
import { listOf } from '../../documents/lists/list.ts'
import type { Listed } from '../../documents/lists/one.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import { abilities } from '../../policy/authorize.ts'
import { few } from './few.ts'

type Found = Listed & Pick<DocumentHit, 'type' | 'status'>

/** Documents by title, client, owner and file name, and others by their text, newest first, as their lists find them. */
export async function searchDocuments(ctx: Acting<ReadCtx>, words: Services['words'], text: string) {
  const find = async (asked: { search?: string; text?: string }, limit: number) => {
    const query = endpoint.query.parse({ ...asked, status: 'with-archived', limit })
    return (await readPage<Found>(ctx, await listOf(ctx, query, words))).rows
  }
  const byTitle = await find({ search: text }, few)
  const found = new Set(byTitle.map(({ id }) => id))
  const byText = (await find({ text }, 2 * few)).filter(({ id }) => !found.has(id)).slice(0, few)
  const toHit = (row: Found): DocumentHit => {
    const { id, type, status, ownerName } = row
    const { lockedSince = null } = row
    const subject = { ...row, deletedAt: null, contentRemovedAt: null, lockedSince }
    const { share, correct, archive } = abilities(ctx.actor, subject, null)
    return { id, type, ...searchedOf(row), status, ownerName, can: { share, correct, archive } }
  }
  return { documents: byTitle.map(toHit), texts: byText.map(toHit) }
}
