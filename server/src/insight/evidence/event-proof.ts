import type { getEventProof as endpoint } from '@deedbox/contract/evidence.ts'
import { toBase64 } from '@deedbox/proof/bytes.ts'
import { and, eq } from 'drizzle-orm'
import { auditEvents } from '../../db/tables/audit.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { eventsSeenBy } from '../reports/events-seen.ts'
import { newestHead, proofUnder } from './heads.ts'
import { readSealed } from './sealed.ts'

/**
 * Returns the proof of one event under the newest head, with the fields that the person may read.
 * @throws Refusal 'not-found' for an event that the person does not see.
 */
export async function getEventProof(ctx: Acting<ReadCtx>, eventId: number): Promise<Answer<typeof endpoint>> {
  const [seen] = await ctx.tx
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(and(eq(auditEvents.id, eventId), eventsSeenBy(ctx.actor, ctx.now)))
  if (!seen) throw new Refusal('not-found')
  const [event] = await readSealed(ctx, [seen.id])
  const sealed = event?.sealed
  const head = sealed && (await newestHead(ctx, sealed.origin))
  if (!sealed || !head || sealed.index >= head.size) return { proof: null }
  return {
    proof: {
      origin: head.origin,
      index: sealed.index,
      size: head.size,
      signedAt: new Date(head.at).toISOString(),
      key: head.key,
      leaf: toBase64(sealed.leaf),
      disclosures: sealed.disclosures,
      text: await proofUnder(ctx, head, sealed.index),
    },
  }
}
