import { isDeepStrictEqual } from 'node:util'
import type * as contract from '@deedbox/contract/announcements.ts'
import { eq } from 'drizzle-orm'
import { announcements } from '../../db/tables/announcements.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import { advisoryLock } from '../../kernel/context/lock.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { announcement } from './announcement.mail.tsx'
import { countRecipients } from './audience.ts'
import { announcementQueue } from './batches.ts'

/** Shows the email of an announcement as it will look, and how many would get it now; changes nothing. */
export async function previewAnnouncement(
  { mail }: Pick<Services, 'mail'>,
  ctx: ReadCtx,
  { body: { subject, text, audience } }: Input<typeof contract.previewAnnouncement>,
): Promise<Answer<typeof contract.previewAnnouncement>> {
  const recipients = await countRecipients(ctx, audience)
  return { recipients, ...(await mail.preview(announcement, { subject, text, kind: audience.kind })) }
}

/**
 * Stores an announcement and promises its emails, in one transaction; the same one sent again is stored once.
 * @throws Refusal 'announcement-nobody'; 'announcement-sent' if another one has this id.
 */
export async function sendAnnouncement(
  { jobs }: Pick<Services, 'jobs'>,
  ctx: Acting<WriteCtx>,
  { body }: Input<typeof contract.sendAnnouncement>,
): Promise<Answer<typeof contract.sendAnnouncement>> {
  const { id, subject, text, audience } = body
  await advisoryLock(ctx, `announcement ${id}`)
  const [before] = await ctx.tx.select().from(announcements).where(eq(announcements.id, id))
  if (
    before &&
    !isDeepStrictEqual(body, { id, subject: before.subject, text: before.text, audience: before.audience })
  )
    throw new Refusal('announcement-sent')
  const recipients = before?.recipients ?? (await countRecipients(ctx, audience))
  if (recipients === 0) throw new Refusal('announcement-nobody')
  await ctx.audit({
    event: 'announcement_sent',
    details: {
      ...{ announcementId: id, subject, audience: audience.kind, recipients },
      ...('chosen' in audience && { chosen: audience.chosen }),
      // The answer to the first try was lost on its way.
      ...(before && { again: true }),
    },
  })
  if (before) return { recipients }
  const { id: senderId, name: senderName } = ctx.actor
  await ctx.tx
    .insert(announcements)
    .values({ id, subject, text, audience, senderId, senderName, recipients, createdAt: ctx.now })
  await jobs.send(ctx.tx, announcementQueue, {})
  return { recipients }
}
