import type { answerEnquiry as endpoint } from '@deedbox/contract/enquiries.ts'
import { eq } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { enquiries } from '../../db/tables/enquiries.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { columns, toEnquiry } from './list.ts'

/**
 * Marks an enquiry as answered or not, with a note. The first person who marked it stays; the trail keeps every note.
 * @throws Refusal 'not-found'.
 */
export async function answerEnquiry(
  ctx: Acting<WriteCtx>,
  { params: { enquiryId }, body: { answered, note } }: Input<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const itself = eq(enquiries.id, enquiryId)
  const [before] = await ctx.tx.select().from(enquiries).where(itself).for('update')
  if (!before) throw new Refusal('not-found')
  const changes = answered !== (before.answeredAt !== null)
  await ctx.audit({
    event: !changes ? 'enquiry_note_changed' : answered ? 'enquiry_answered' : 'enquiry_reopened',
    subjectEmail: before.email || undefined,
    notes: note,
    details: { enquiryId },
  })
  const who = answered
    ? { answeredAt: ctx.now, answeredBy: ctx.actor.id, answeredByName: ctx.actor.name }
    : { answeredAt: null, answeredBy: null, answeredByName: null }
  await ctx.tx
    .update(enquiries)
    .set({ note, ...(changes && who) })
    .where(itself)
  const [row] = await ctx.tx
    .select(columns)
    .from(enquiries)
    .leftJoin(profiles, eq(profiles.id, enquiries.userId))
    .where(itself)
  if (!row) throw new Refusal('not-found')
  return { enquiry: toEnquiry(row) }
}
