import type * as contract from '@deedbox/contract/inspections.ts'
import { eq } from 'drizzle-orm'
import { inspectionDocuments, inspections } from '../../db/tables/inspections.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { keepsMatters } from '../../policy/matters.ts'
import { type GrantInput, planGrants } from '../../sharing/grants/grant-plan.ts'
import { writeGrants } from '../../sharing/grants/grant-write.ts'
import { inviteIfUnknown } from '../../sharing/grants/share.ts'
import { enqueueMail } from '../../sharing/grants/share-many.ts'
import { inspectionRefused } from './inspection-refused.mail.tsx'
import { toInspection } from './read.ts'

type InspectionRow = typeof inspections.$inferSelect

/** Finds a request that waits, and keeps others from deciding it. @throws Refusal 'inspection-not-found', 'inspection-decided' */
async function lockInspection(ctx: Acting<WriteCtx>, inspectionId: string): Promise<InspectionRow> {
  if (!keepsMatters(ctx.actor)) throw new Refusal('inspection-not-found')
  const [row] = await ctx.tx.select().from(inspections).where(eq(inspections.id, inspectionId)).for('update')
  if (!row) throw new Refusal('inspection-not-found')
  if (row.decidedAt) throw new Refusal('inspection-decided')
  return row
}

const decided = ({ actor, now }: Acting<WriteCtx>, note: string) => ({
  decidedAt: now,
  decidedBy: actor.id,
  decidedByName: actor.name,
  note,
})

/**
 * Lets the person inspect: they get ordinary grants on these documents, earlier wills too, until a day; somebody without an account is invited as a guest.
 * All or nothing.
 * @throws Refusal 'inspection-not-found', 'inspection-decided', and those of a share
 */
export async function giveInspection(
  services: Services,
  ctx: Acting<WriteCtx>,
  inspectionId: string,
  { documentIds, accessLevel, expiresOn, note }: Input<typeof contract.giveInspection>['body'],
): Promise<Answer<typeof contract.giveInspection>> {
  const row = await lockInspection(ctx, inspectionId)
  const ids = [...new Set(documentIds)]
  const input: GrantInput = {
    ...{ email: row.email, expiresOn, accessLevel, message: '', invite: { expiresOn } },
    raise: true,
  }
  const [who] = await planGrants(ctx, ids, [input])
  if (!who) throw new Error('A share was not decided')
  const refused = who.pairs.find(({ refusal }) => refusal)?.refusal
  if (refused) throw refused
  const given = who.pairs.filter(({ result }) => result !== 'already')
  const invitation = await inviteIfUnknown(ctx, who)
  if (given.length > 0) {
    // New grants are one statement; better terms are kept for one grant at a time.
    const raised = given.filter(({ held }) => held).map((pair) => ({ who, pairs: [pair] }))
    await writeGrants(ctx, [{ who, pairs: given.filter(({ held }) => !held) }, ...raised])
    await enqueueMail(services, ctx, given, input, invitation)
  }
  await ctx.tx.insert(inspectionDocuments).values(ids.map((documentId) => ({ inspectionId, documentId })))
  await ctx.tx
    .update(inspections)
    .set({ ...decided(ctx, note), accessLevel, expiresOn })
    .where(eq(inspections.id, inspectionId))
  await ctx.audit({
    event: 'inspection_given',
    subjectEmail: row.email,
    notes: note || undefined,
    details: {
      ...{ inspectionId, deceased: row.deceased, documents: ids.length },
      ...{ level: accessLevel, ends: expiresOn },
    },
  })
  return { inspection: await toInspection(ctx, inspectionId) }
}

/** Refuses, in words that tell nothing; the note stays inside. @throws Refusal 'inspection-not-found', 'inspection-decided' */
export async function refuseInspection(
  { mail }: Services,
  ctx: Acting<WriteCtx>,
  inspectionId: string,
  { refusal, note }: Input<typeof contract.refuseInspection>['body'],
): Promise<Answer<typeof contract.refuseInspection>> {
  const row = await lockInspection(ctx, inspectionId)
  await ctx.tx
    .update(inspections)
    .set({ ...decided(ctx, note), refusal })
    .where(eq(inspections.id, inspectionId))
  await ctx.audit({
    event: 'inspection_refused',
    subjectEmail: row.email,
    notes: note || undefined,
    details: { inspectionId, deceased: row.deceased, refusal },
  })
  await mail.enqueue(ctx, inspectionRefused, row.email, { refusal })
  return { inspection: await toInspection(ctx, inspectionId) }
}
