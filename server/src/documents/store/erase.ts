import { inArray } from 'drizzle-orm'
import { unrecordedContent } from '../../db/tables/storage.ts'
import { documentWords } from '../../db/tables/words.ts'
import type { ReadCtx } from '../../kernel/context/context.ts'

/** Removes the hashes of the words of documents, and notes of their content, in the transaction that erases their keys. */
export async function removeTraces(
  tx: ReadCtx['tx'],
  erased: readonly { id: string; filePath: string }[],
): Promise<void> {
  const ids = erased.map(({ id }) => id)
  const paths = erased.map(({ filePath }) => filePath)
  await tx.delete(documentWords).where(inArray(documentWords.documentId, ids))
  await tx.delete(unrecordedContent).where(inArray(unrecordedContent.path, paths))
}
