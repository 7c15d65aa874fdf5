import { filterText } from '@deedbox/contract/audit/words.ts'
import type * as contract from '@deedbox/contract/evidence.ts'
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { takeOuts } from '../../db/tables/take-outs.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { insertTakeOut } from '../takeout/begin.ts'
import { findTakeOut, type TakeOutRow, toTakeOut } from '../takeout/find.ts'
import { MAX_EVENTS, measure } from './scope.ts'

async function toEvidence(ctx: ReadCtx, row: TakeOutRow) {
  const { documents, documentsDone, missing: _, ...rest } = await toTakeOut(ctx, row)
  return { ...rest, events: documents, eventsDone: documentsDone }
}

/** Returns what evidence of these events would hold, and how the last evidence went. */
export async function getEvidence(
  ctx: Acting<ReadCtx>,
  { query: { withDocuments, ...filter } }: Input<typeof contract.getEvidence>,
): Promise<Answer<typeof contract.getEvidence>> {
  const measured = await measure(ctx, { filter, withDocuments })
  const [last] = await ctx.tx
    .select()
    .from(takeOuts)
    .where(and(eq(takeOuts.userId, ctx.actor.id), isNotNull(takeOuts.evidence)))
    .orderBy(desc(takeOuts.startedAt))
    .limit(1)
  return { ...measured, most: MAX_EVENTS, last: last ? await toEvidence(ctx, last) : null }
}

/** Returns how far evidence has come. @throws Refusal 'take-out-not-found', also for somebody else's */
export async function getOneEvidence(
  ctx: Acting<ReadCtx>,
  takeOutId: string,
): Promise<Answer<typeof contract.getOneEvidence>> {
  return { evidence: await toEvidence(ctx, await findTakeOut(ctx, takeOutId)) }
}

/**
 * Begins evidence, in place of the person's earlier downloads that have ended; one at a time.
 * @throws Refusal 'evidence-empty', 'evidence-too-large', 'log-stands-still', 'take-out-running', 'invalid-input' for a period that ends before it begins
 */
export async function startEvidence(
  services: Pick<Services, 'log'>,
  ctx: Acting<WriteCtx>,
  { body }: Input<typeof contract.startEvidence>,
): Promise<Answer<typeof contract.startEvidence>> {
  const { filter } = body
  if (services.log.why() !== null) throw new Refusal('log-stands-still')
  const { events, documents, bytes } = await measure(ctx, body)
  if (events === 0) throw new Refusal('evidence-empty')
  if (events > MAX_EVENTS) throw new Refusal('evidence-too-large')
  const row = await insertTakeOut(ctx, { organizationId: null, evidence: body, documents: events, bytes })
  const { from, to, ...others } = filter
  const text = filterText(others)
  await ctx.audit({
    event: 'evidence_begun',
    ...(filter.document && { documentId: filter.document }),
    details: { evidenceId: row.id, ...(text && { filter: text }), from, to, events, documents },
  })
  return { evidence: await toEvidence(ctx, row) }
}
