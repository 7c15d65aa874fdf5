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

/** Something that one person is to be told of one document or grant, once. */
export type Notice = {
  /** The id of the document or the grant. */
  subjectId: string
  /** Who is told: what stays the same of them. */
  recipient: string
  /** The end it announces: a moved end is a new notice. */
  about: string
  email: string
  accessId?: string
  item: NoticeItem
}

/** How many candidates are looked at, and told of, in one transaction. */
export const batch = 500

/**
 * Promises the mails of those notices that nobody has promised before, in the transaction of `ctx`: the row of
 * sent_notices commits with the mail or not at all, so whatever crashes and however many servers run, each is promised
 * once. What one person is told at the same time goes into one mail.
 */
export async function tell(
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
  const untold = new Set(first.map(keyOf))
  const due = notices.filter((notice) => untold.has(keyOf(notice)))
  await mail.promiseAll(
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
