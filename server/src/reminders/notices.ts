import type { WriteCtx } from '../context/context.ts'
import { sentNotices } from '../db/tables/requests.ts'
import type { Services } from '../services.ts'
import type { NoticeItem } from './reminders.emails.tsx'

export type NoticeKind =
  | 'document_expiring'
  | 'access_ending'
  | 'access_ending_owner'
  | 'access_ended'
  | 'access_ended_owner'

/** A notice to one person about one document or grant, sent once. */
export type Notice = {
  /** The id of the document or the grant. */
  subjectId: string
  /** A stable key of the recipient. */
  recipient: string
  /** The end it announces: a new end gives a new notice. */
  about: string
  email: string
  accessId?: string
  item: NoticeItem
  /** The recipient wants no such mail: the notice counts as dealt with. */
  silent?: boolean
}

/** How many candidates are handled in one transaction. */
export const batch = 500

/**
 * Queues the mails of notices that were not queued before, in the transaction of `ctx`: the row of sent_notices commits
 * together with the mail, so each notice is sent once, even after a crash or with several servers. Notices to one person
 * at the same time go into one mail.
 */
export async function notify(
  ctx: WriteCtx,
  kind: NoticeKind,
  notices: readonly Notice[],
  { mail }: Pick<Services, 'mail'>,
): Promise<void> {
  if (notices.length === 0) return
  const first = await ctx.tx
    .insert(sentNotices)
    .values(
      notices.map(({ subjectId, recipient, about }) => ({
        kind,
        subjectId,
        recipient,
        about,
        sentAt: ctx.now,
      })),
    )
    .onConflictDoNothing()
    .returning({ subjectId: sentNotices.subjectId, recipient: sentNotices.recipient })
  const keyOf = (notice: { subjectId: string; recipient: string }) =>
    `${notice.subjectId} ${notice.recipient}`
  const inserted = new Set(first.map(keyOf))
  const due = notices.filter((notice) => !notice.silent && inserted.has(keyOf(notice)))
  await mail.enqueueAll(
    ctx,
    kind,
    Array.from(
      Map.groupBy(due, ({ email }) => email),
      ([to, of]) => ({
        to,
        data: { items: of.map(({ item }) => item) },
      }),
    ),
  )
  await ctx.audit(
    ...due.map(({ email, about, accessId, item }) => ({
      event: 'notice_sent' as const,
      documentId: item.documentId,
      accessId,
      subjectEmail: email,
      details: { kind, about },
    })),
  )
}
