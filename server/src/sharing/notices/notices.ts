import { dayOf, daysBetween } from '@deedbox/contract/dates.ts'
import type { MailKind } from '@deedbox/contract/mail-kinds.ts'
import { type SQL, sql } from 'drizzle-orm'
import { run } from '../../db/named.ts'
import { profiles } from '../../db/tables/accounts.ts'
import { documents } from '../../db/tables/documents.ts'
import { sentNotices } from '../../db/tables/requests.ts'
import type { WriteCtx } from '../../kernel/context/context.ts'
import { notDeactivated } from '../../kernel/context/deactivated.ts'
import { defineMail, type MailDefinition } from '../../kernel/mail/define.ts'
import type { Services } from '../../kernel/services.ts'
import { hasLeft, isLocked } from '../../policy/visible.ts'
import type { Items } from './mail-parts.tsx'

/** A notice to one person about one document, grant or organisation: a row of what `due` finds. */
type DueRow = {
  /** The id of the document, the grant or the organisation. */
  subjectId: string
  accessId: string | null
  /** Null in a notice about an organisation, whose name is the title. */
  documentId: string | null
  title: string
  /** Name of the reader, in a notice to the owner. */
  who: string | null
  /** The day or instant that it is about (ISO 8601): another one gives a new notice. */
  about: string
  /** A stable key of the recipient. */
  recipient: string
  email: string
  /** The recipient switched such mails off: the notice counts as dealt with. */
  silent: boolean
}

/** A kind of mail about what a job finds: `due` selects rows that were not told yet, `DueRow` by its columns; all owners', or one's. */
export type Notice = MailDefinition<Items> & { due: (ctx: WriteCtx, ownerId?: string) => SQL }

/** Defines a notice: what is due, and the words of its mail. */
export const defineNotice = <K extends MailKind>(
  kind: K,
  { due, write }: Pick<Notice, 'due' | 'write'>,
): Notice & { kind: K } => ({ ...defineMail(kind, write), due })

/** Returns the notices among all kinds of mail. */
export const noticesIn = (mails: Readonly<Record<string, object>>): Notice[] =>
  Object.values(mails).filter((mail): mail is Notice => 'due' in mail)

/** Condition: no notice of this kind about this subject and instant was sent to the recipient, each an expression. */
export const untold = (kind: MailKind, subject: SQL, recipient: SQL, about: SQL): SQL => sql`
  not exists (select 1 from sent_notices n where n.kind = ${sql.raw(`'${kind}'`)}
    and n.subject_id = ${subject} and n.recipient = ${recipient} and n.about = ${about})`

/** Number of notices that are handled in one transaction. */
const batch = 500
/** Number of notices that are looked up at once: with ten million grants that takes seconds, however few are wanted. */
const lookedUp = 20_000

/**
 * Leaves out of what is due whoever may not be written to: they or their organisation are deactivated, or it has left, unless the notice is of that
 * organisation itself. No kind of notice asks this; each goes through here.
 */
const toWhoIsThere = (due: SQL, now: Date): SQL => sql`select due.* from (${due}) due where not exists (
  select from ${profiles} where ${profiles.email} = due.email and not (${notDeactivated} and (${profiles.role} = 'admin'
    or ${profiles.organizationId}::text is not distinct from due."subjectId"::text or ${hasLeft(profiles.organizationId, now)} is not true)))`

/** Leaves out what is due of documents that are locked, as their organisation has left. */
const ofWhatIsOpen = (due: SQL, now: Date): SQL => sql`select due.* from (${due}) due where not exists (
  select from ${documents} where ${documents.id} = due."documentId"::text::uuid and ${isLocked(now)})`

/**
 * Sends a notice about everything that is due and was not told before, however long no server was running. What changes after it was looked up may still be
 * told of, as with a mail that waits in the queue.
 */
export async function tellDue(
  services: Pick<Services, 'contexts' | 'mail'>,
  notice: Notice,
  ownerId?: string,
): Promise<void> {
  const { contexts } = services
  for (let found = lookedUp; found === lookedUp; ) {
    const rows = await contexts.work((ctx) =>
      find(ctx, ofWhatIsOpen(notice.due(ctx, ownerId), ctx.now), lookedUp),
    )
    for (let from = 0; from < rows.length; from += batch)
      await contexts.work((ctx) => tellOf(ctx, notice, rows.slice(from, from + batch), services))
    found = rows.length
  }
}

/** Tells of the rows of `due` in the transaction of `ctx`. */
export async function tell(
  ctx: WriteCtx,
  notice: MailDefinition<Items>,
  due: SQL,
  services: Pick<Services, 'mail'>,
): Promise<void> {
  await tellOf(ctx, notice, await find(ctx, due), services)
}

async function find(ctx: WriteCtx, due: SQL, most?: number): Promise<DueRow[]> {
  const limited = most === undefined ? sql`` : sql`limit ${most}`
  return run<DueRow>(ctx, sql`${toWhoIsThere(due, ctx.now)} ${limited}`, { prepared: false })
}

/**
 * Queues the mails about the rows that were not queued before, in the transaction of `ctx`: the row of sent_notices
 * commits together with the mail, so each notice is sent once, even after a crash or with several servers. Notices to one
 * person at the same time go into one mail.
 */
async function tellOf(
  ctx: WriteCtx,
  notice: MailDefinition<Items>,
  found: DueRow[],
  { mail }: Pick<Services, 'mail'>,
): Promise<void> {
  if (found.length === 0) return
  const { kind } = notice
  const first = await ctx.tx
    .insert(sentNotices)
    .values(
      found.map(({ subjectId, recipient, about }) => ({
        ...{ kind, subjectId, recipient, about },
        sentAt: ctx.now,
      })),
    )
    .onConflictDoNothing()
    .returning({ subjectId: sentNotices.subjectId, recipient: sentNotices.recipient })
  const keyOf = (row: { subjectId: string; recipient: string }) => `${row.subjectId} ${row.recipient}`
  const inserted = new Set(first.map(keyOf))
  const told = found.filter((row) => !row.silent && inserted.has(keyOf(row)))
  const { timeZone } = ctx.settings
  const today = dayOf(ctx.now, timeZone)
  const itemOf = ({ documentId, title, who, about }: DueRow) => ({
    ...{ documentId, title, who, end: about },
    days: daysBetween(today, about.length === 10 ? about : dayOf(new Date(about), timeZone)),
  })
  await mail.enqueueAll(
    ctx,
    notice,
    Array.from(
      Map.groupBy(told, ({ email }) => email),
      ([to, rows]) => ({ to, data: { items: rows.map(itemOf) } }),
    ),
  )
  await ctx.audit(
    ...told.map(({ email, about, accessId, documentId }) => ({
      event: 'notice_sent' as const,
      documentId: documentId ?? undefined,
      accessId: accessId ?? undefined,
      subjectEmail: email,
      details: { kind, about },
    })),
  )
}
