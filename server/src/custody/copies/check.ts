import type { checkCopy as endpoint } from '@deedbox/contract/copies.ts'
import { copyState } from '@deedbox/contract/copy-terms.ts'
import { dayOf, daysBetween } from '@deedbox/contract/dates.ts'
import { eq } from 'drizzle-orm'
import { copies } from '../../db/tables/copies.ts'
import { documents } from '../../db/tables/documents.ts'
import type { ReadCtx } from '../../kernel/context/context.ts'
import type { Answer } from '../../kernel/http/handler.ts'
import { codeHash } from './code.ts'
import { asDate, replacedAt } from './standing.ts'

/**
 * Tells what holds of a copy by its code. The same is asked of the database, and the same answered, for a code that never was and one that is switched
 * off, so that nobody learns which of the two it is.
 */
export async function checkCopy(
  { tx, now, settings }: ReadCtx,
  typed: string,
): Promise<Answer<typeof endpoint>> {
  const [found] = await tx
    .select({ copy: copies, sha256: documents.sha256, replacedAt })
    .from(copies)
    .innerJoin(documents, eq(documents.id, copies.documentId))
    .where(eq(copies.codeHash, codeHash(typed)))
  if (!found?.copy.checked || !settings.copyChecks) return { copy: null }
  const { kind, pages, madeAt, withdrawnAt } = found.copy
  const { state, since } = copyState(withdrawnAt, asDate(found.replacedAt))
  const day = (at: Date) => dayOf(at, settings.timeZone)
  return {
    copy: {
      ...{ kind, state, pages, sha256: found.sha256 },
      since: since?.toISOString() ?? null,
      madeAt: madeAt.toISOString(),
      days: daysBetween(day(madeAt), day(now)),
      oldAfterDays: settings.copyOldAfterDays,
    },
  }
}
