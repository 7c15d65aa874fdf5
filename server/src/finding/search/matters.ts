import type { MatterHit } from '@deedbox/contract/search.ts'
import { and, asc, sql } from 'drizzle-orm'
import { matters } from '../../db/tables/matters.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { contains, wordsOf } from '../../platform/search.ts'
import { mattersVisibleTo } from '../../policy/matters.ts'
import { few } from './few.ts'

/** Finds matters that the reader sees, by their names, references and numbers. */
export async function searchMatters({ actor, now, tx }: Acting<ReadCtx>, text: string): Promise<MatterHit[]> {
  const { id, name, kind, reference, searchText } = matters
  const words = wordsOf(text).map((word) => contains(searchText, word))
  return tx
    .select({ id, name, kind, reference })
    .from(matters)
    .where(and(mattersVisibleTo(actor, now), ...words))
    .orderBy(asc(sql`lower(coalesce(${name}, ''))`), asc(id))
    .limit(few)
}
