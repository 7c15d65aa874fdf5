import type * as contract from '@deedbox/contract/people.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { documents } from '../../db/tables/documents.ts'
import { lockManaged } from '../../identity/accounts/managing.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { handOver } from './hand-over.ts'
import { findPerson } from './one.ts'

/** Counts the documents that {@link handOverDocuments} would move. @throws Refusal user-not-found. */
export async function previewHandOver(
  ctx: Acting<ReadCtx>,
  { params: { userId } }: Input<typeof contract.previewHandOver>,
): Promise<Answer<typeof contract.previewHandOver>> {
  await findPerson(ctx, userId)
  const owned = and(eq(documents.ownerId, userId), isNull(documents.deletedAt))
  return { documents: await ctx.tx.$count(documents, owned) }
}

/**
 * Hands over another person's documents, who may be deactivated or have closed the account.
 * @throws Refusal hand-over-own, user-not-found, hand-over-trustee, hand-over-nothing.
 */
export async function handOverDocuments(
  services: Services,
  ctx: Acting<WriteCtx>,
  { params: { userId }, body: { email } }: Input<typeof contract.handOverDocuments>,
): Promise<Answer<typeof contract.handOverDocuments>> {
  const person = await lockManaged(ctx, userId, 'hand-over-own')
  return handOver(services, ctx, person, email)
}
