import type * as contract from '@deedbox/contract/matters.ts'
import { inArray } from 'drizzle-orm'
import { documents } from '../../db/tables/documents.ts'
import { matters } from '../../db/tables/matters.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { findAllDocuments } from '../../policy/find.ts'
import { followMatters } from '../../policy/matter-shares.ts'
import { aboutMatter, lockMatter } from '../../policy/matters.ts'
import { withVersions } from '../../policy/versions.ts'

/**
 * Puts documents with their versions into a matter, all of them or none; a document leaves the matter that it was in.
 * @throws Refusal 'matter-not-found', 'not-allowed', 'document-not-found', 'matter-has-documents' where all are in it already
 */
export async function addMatterDocuments(
  ctx: Acting<WriteCtx>,
  matterId: string,
  documentIds: string[],
): Promise<Answer<typeof contract.addMatterDocuments>> {
  const matter = await lockMatter(ctx, matterId)
  const found = await lockCorrectable(ctx, await withVersions(ctx, documentIds))
  const others = found.filter((document) => document.matterId !== matterId)
  if (others.length === 0) throw new Refusal('matter-has-documents')
  const before = others.flatMap((document) => document.matterId ?? [])
  const { id, name } = matters
  const left = await ctx.tx.select({ id, name }).from(matters).where(inArray(id, before))
  const names = new Map(left.map((row) => [row.id, row.name]))
  await put(ctx, others, matterId)
  await ctx.audit(
    ...others.map((document) => ({
      event: 'matter_document_added' as const,
      documentId: document.id,
      details: { ...aboutMatter(matter), from: names.get(document.matterId ?? '') ?? null },
    })),
  )
  await followMatters(
    ctx,
    others.map((document) => document.id),
  )
  return { added: others.length }
}

/**
 * Takes documents with their versions out of a matter, all of them or none; those that are not in it stay where they are.
 * @throws Refusal 'matter-not-found', 'not-allowed', 'document-not-found', 'matter-lacks-documents' where none is in it
 */
export async function removeMatterDocuments(
  ctx: Acting<WriteCtx>,
  matterId: string,
  documentIds: string[],
): Promise<Answer<typeof contract.removeMatterDocuments>> {
  const matter = await lockMatter(ctx, matterId)
  const found = await lockCorrectable(ctx, await withVersions(ctx, documentIds))
  const those = found.filter((document) => document.matterId === matterId)
  if (those.length === 0) throw new Refusal('matter-lacks-documents')
  await put(ctx, those, null)
  await ctx.audit(
    ...those.map((document) => ({
      event: 'matter_document_removed' as const,
      documentId: document.id,
      details: aboutMatter(matter),
    })),
  )
  await followMatters(
    ctx,
    those.map((document) => document.id),
  )
  return { removed: those.length }
}

async function lockCorrectable(ctx: Acting<WriteCtx>, documentIds: string[]) {
  const found = await findAllDocuments(ctx, documentIds, { lock: true })
  if (found.some(({ can }) => !can.correct)) throw new Refusal('not-allowed')
  return found.map(({ document }) => document)
}

const put = ({ tx }: WriteCtx, those: { id: string }[], matterId: string | null) =>
  tx
    .update(documents)
    .set({ matterId })
    .where(
      inArray(
        documents.id,
        those.map(({ id }) => id),
      ),
    )
