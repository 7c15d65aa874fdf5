import type { previewDocuments as endpoint } from '@deedbox/contract/document-changes.ts'
import { and, inArray, sql } from 'drizzle-orm'
import { documentAccess } from '../../db/tables/documents.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { givenByRestoring } from '../../policy/matter-shares.ts'
import { liveGrant } from '../../policy/visible.ts'
import { findChosen, reasonAgainst } from './changing.ts'

const namedAtMost = 100

/**
 * Shows what an action on documents would touch: how many, who has access to them now or gets it by a restore, and which of them it would be refused for.
 * Access is told only of documents whose access the person sees.
 */
export async function previewDocuments(
  ctx: Acting<ReadCtx>,
  { documentIds, action }: Input<typeof endpoint>['body'],
): Promise<Answer<typeof endpoint>> {
  const ids = [...new Set(documentIds)]
  const restores = action === 'restore'
  const chosen = await findChosen(ctx, ids, restores ? 'deleted' : 'current')
  const refused = ids.flatMap((id) => {
    const reason = reasonAgainst(action, chosen.get(id))
    return reason ? [{ id, title: chosen.get(id)?.document.title ?? null, reason }] : []
  })
  const not = new Set(refused.map(({ id }) => id))
  const touched = ids.filter((id) => !not.has(id))
  const told = touched.filter((id) => chosen.get(id)?.can.seeAccess)
  const people = restores ? await givenByRestoring(ctx, told) : await peopleOf(ctx, told)
  return {
    documents: touched.length,
    people: people.slice(0, namedAtMost),
    peopleTotal: people.length,
    grants: people.reduce((sum, person) => sum + person.documents, 0),
    refused,
  }
}

/** Lists who has access now, once each, with how many of these documents. */
async function peopleOf({ tx, now }: ReadCtx, ids: string[]) {
  if (ids.length === 0) return []
  const name = sql<string>`min(${documentAccess.userName})`
  return tx
    .select({ name, email: documentAccess.userEmail, documents: sql<number>`count(*)::int` })
    .from(documentAccess)
    .where(and(inArray(documentAccess.documentId, ids), liveGrant(now)))
    .groupBy(documentAccess.userEmail)
    .orderBy(name, documentAccess.userEmail)
}
