import { and, desc, eq } from 'drizzle-orm'
import { mailMessages } from '../src/db/tables/mail.ts'
import type { DemoExtension } from './practice.ts'
import type { Dealt, Deed, Shared } from './sharing.ts'
import type { Stage } from './stage.ts'
import {
  browsing,
  type DemoOwnerRequest,
  type DemoRequest,
  ownerRequests,
  practice,
  reminders,
  requests,
  undelivered,
} from './wishes.ts'

/** Plans the requests, the answers, and the mail that does not arrive. */
export function planAsking(stage: Stage, { deeds, dealt }: Shared): void {
  for (const request of requests) planRequest(stage, request, deeds)
  for (const extension of new Set(dealt.map(({ grant }) => grant.extension))) {
    const first = dealt.find(({ grant }) => grant.extension === extension)
    if (extension && first) planExtension(stage, extension, first)
  }
  for (const { by, ago, justification } of browsing)
    stage.at(ago, () => stage.call(by, 'POST', '/api/requests/browse', { channel: 'email', justification }))
  for (const request of ownerRequests) planOwnerRequest(stage, request, deeds)
  stage.at(120, () => stage.call('admin', 'PUT', '/api/settings', practice))
  for (const { by, ...settings } of reminders)
    stage.at(100, () => stage.call(by, 'PUT', '/api/reminders', settings))
}

/** Picks one of the trustees' documents (or of this owner's) that the person has neither access to nor asked for. */
function unknown(deeds: Deed[], by: string, ago: number, owner?: string, client?: string): Deed {
  const left = deeds.filter(
    (one) =>
      one.age > ago + 10 &&
      !one.known.has(by) &&
      (!client || one.client === client) &&
      (owner ? one.owner === owner : one.owner.startsWith('trustee')),
  )
  // The choice is not the same for everybody.
  const deed = left[Math.floor(ago * 7 + by.length * 5) % left.length]
  if (!deed) throw new Error(`No document is left for ${by}`)
  deed.known.add(by)
  return deed
}

/** Returns an address of a client. */
const mailOf = (client: string) =>
  `${client
    .normalize('NFD')
    .replace(/[^a-zA-Z ]/g, '')
    .toLowerCase()
    .replace(' ', '.')}@clients.example`

function planRequest({ at, call, dateIn }: Stage, request: DemoRequest, deeds: Deed[]): void {
  const { by, ago, name, decided, remindedAgo, withdrawnAgo } = request
  const deed = name ? undefined : unknown(deeds, by, ago, request.owner, request.client)
  const client = deed?.client ?? request.client ?? ''
  let id = ''
  at(ago, async () => {
    const made = await call(by, 'POST', '/api/requests', {
      documentName: name ?? deed?.title,
      clientName: client,
      clientEmail: mailOf(client),
      justification: request.justification ?? '',
      ...(request.level && { accessLevel: request.level }),
      ...(request.endDays && { expiresOn: dateIn(request.endDays) }),
    })
    id = made.json().request.id
  })
  if (remindedAgo) at(remindedAgo, () => call(by, 'POST', `/api/requests/${id}/remind`))
  if (withdrawnAgo) at(withdrawnAgo, () => call(by, 'POST', `/api/requests/${id}/withdraw`))
  if (decided)
    at(decided.ago, () =>
      call(decided.by, 'POST', `/api/requests/${id}/${decided.approve ? 'approve' : 'deny'}`, {
        notes: decided.notes ?? '',
        ...(decided.approve && {
          documentId: deed?.id,
          ...(decided.level && { accessLevel: decided.level }),
        }),
      }),
    )
}

function planExtension({ at, call, dateIn }: Stage, extension: DemoExtension, held: Dealt): void {
  const { ago, duration, customDays, justification = '', decided } = extension
  let id = ''
  at(ago, async () => {
    const made = await call(held.grant.to, 'POST', `/api/access/${held.id}/extension`, {
      duration,
      justification,
      ...(customDays && { customDate: dateIn(customDays) }),
    })
    id = made.json().request.id
  })
  if (decided)
    at(decided.ago, () =>
      call(decided.by, 'POST', `/api/requests/${id}/${decided.approve ? 'approve' : 'deny'}`, {
        notes: decided.notes ?? '',
        ...(decided.approve && { documentId: held.deed.id }),
      }),
    )
}

function planOwnerRequest({ at, call }: Stage, request: DemoOwnerRequest, deeds: Deed[]): void {
  const { by, ago, to, name = '', message, client, claimed } = request
  let id = ''
  at(ago, async () => {
    const made = await call(by, 'POST', '/api/owner-requests', { ownerEmail: to, ownerName: name, message })
    id = made.json().request.id
  })
  if (!claimed) return
  at(claimed.ago, async () => {
    await call(claimed.by, 'GET', `/api/owner-requests/${id}`)
    await call(claimed.by, 'POST', `/api/owner-requests/${id}/claim`)
  })
  const { sharedAgo, fulfilledAgo } = claimed
  if (!sharedAgo) return
  const shared = [sharedAgo, sharedAgo].map((day) => unknown(deeds, by, day, claimed.by, client))
  at(sharedAgo, () =>
    call(claimed.by, 'POST', `/api/owner-requests/${id}/share`, {
      documentIds: shared.map((deed) => deed.id),
    }),
  )
  if (fulfilledAgo) at(fulfilledAgo, () => call(claimed.by, 'POST', `/api/owner-requests/${id}/fulfil`))
}

/** Records failed mail as the mailer would: the demonstration's mailbox takes every mail. */
export async function failMails({ services: { contexts } }: Stage): Promise<void> {
  for (const { kind, to, tries } of undelivered)
    await contexts.work(async (ctx) => {
      const [mail] = await ctx.tx
        .select({ id: mailMessages.id })
        .from(mailMessages)
        .where(and(eq(mailMessages.kind, kind), eq(mailMessages.recipient, to)))
        .orderBy(desc(mailMessages.createdAt))
        .limit(1)
      if (!mail) throw new Error(`No ${kind} was sent to ${to}`)
      await ctx.tx
        .update(mailMessages)
        .set({ status: 'failed', attempts: tries, sentAt: null })
        .where(eq(mailMessages.id, mail.id))
      await ctx.audit({ event: 'mail_failed', subjectEmail: to, details: { kind, mailId: mail.id } })
    })
}
