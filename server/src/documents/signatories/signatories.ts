import { isDeepStrictEqual } from 'node:util'
import type { setSignatories as endpoint, Signatory } from '@deedbox/contract/signatories.ts'
import { asc, eq } from 'drizzle-orm'
import { documentSignatories } from '../../db/tables/document-links.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { findDocument } from '../../policy/find.ts'

/** Lists who signed a document, in their order. */
export const signatoriesOf = ({ tx }: Pick<ReadCtx, 'tx'>, documentId: string): Promise<Signatory[]> =>
  tx
    .select({
      name: documentSignatories.name,
      capacity: documentSignatories.capacity,
      witness: documentSignatories.witness,
    })
    .from(documentSignatories)
    .where(eq(documentSignatories.documentId, documentId))
    .orderBy(asc(documentSignatories.place))

/**
 * Sets who signed a document; the history keeps who stood there before.
 * @throws Refusal 'document-not-found', 'not-allowed', 'signatories-changed'
 */
export async function setSignatories(
  ctx: Acting<WriteCtx>,
  documentId: string,
  { signatories, was }: Input<typeof endpoint>['body'],
): Promise<Answer<typeof endpoint>> {
  const { can } = await findDocument(ctx, documentId, { lock: true })
  if (!can.correct) throw new Refusal('not-allowed')
  const before = await signatoriesOf(ctx, documentId)
  if (!isDeepStrictEqual(before, was)) throw new Refusal('signatories-changed')
  await ctx.tx.delete(documentSignatories).where(eq(documentSignatories.documentId, documentId))
  if (signatories.length > 0)
    await ctx.tx
      .insert(documentSignatories)
      .values(signatories.map((one, place) => ({ ...one, documentId, place })))
  await ctx.audit({
    event: 'document_signatories_set',
    documentId,
    details: { from: before, to: signatories },
  })
  return { signatories }
}
