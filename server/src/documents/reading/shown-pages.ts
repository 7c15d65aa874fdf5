import { readFileId } from '@deedbox/contract/file-id.ts'
import { sql } from 'drizzle-orm'
import { run } from '../../db/named.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import { Refusal } from '../../platform/errors.ts'
import { findDocument } from '../../policy/find.ts'

/**
 * Records that pages which were sent ahead have been shown, as the reader's browser says: an event for each run of pages
 * without a gap. Only pages count that were sent to this person within the last day.
 */
export async function showPages(
  ctx: Acting<WriteCtx>,
  fileId: string,
  pages: number[],
): Promise<{ success: true }> {
  const { documentId, attachment: numbers } = readFileId(fileId)
  const attachment = numbers.join('.')
  await findDocument(ctx, documentId)
  const sent = await run<{ page: number; attached: string | null }>(
    ctx,
    sql`
      select distinct on (page) (details ->> 'page')::int as page, details ->> 'attached' as attached from audit_events
      where document_id = ${sql.param(documentId)} and actor_id = ${sql.param(ctx.actor.id)}
        and event = 'document_viewed' and details -> 'ahead' = 'true'
        and coalesce(details ->> 'attachment', '') = ${sql.param(attachment)}
        and at > ${sql.param(ctx.now.toISOString())}::timestamptz - interval '1 day'
        and (details ->> 'page')::int = any(${sql.param(`{${pages.join()}}`)}::int[])
      order by page`,
    { prepared: true },
  )
  if (sent.length === 0) throw new Refusal('not-found')
  const attached = attachment ? { attachment, attached: sent[0]?.attached ?? '' } : {}
  await ctx.audit(
    ...runsOf(sent.map(({ page }) => page)).map(({ from, to }) => ({
      event: 'document_viewed' as const,
      documentId,
      details: { ...attached, page: from, ...(to > from && { to }) },
    })),
  )
  return { success: true }
}

/** Runs of numbers that follow each other, of ascending numbers. */
export function runsOf(numbers: number[]): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = []
  for (const number of numbers) {
    const last = runs.at(-1)
    if (last?.to === number - 1) last.to = number
    else runs.push({ from: number, to: number })
  }
  return runs
}
