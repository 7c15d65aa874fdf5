import type { shareDocuments as endpoint, Shared } from '@deedbox/contract/sharing.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import { enqueueTyped, permitTyped } from '../../kernel/mail/outside.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { endOf, type GrantRow } from '../../policy/grants.ts'
import { documentShared } from './document-shared.mail.tsx'
import { documentsShared } from './documents-shared.mail.tsx'
import { type GrantInput, type Pair, type Planned, planGrants } from './grant-plan.ts'
import { pairKey, writeGrants } from './grant-write.ts'
import { inviteIfUnknown } from './share.ts'

type Body = Input<typeof endpoint>['body']
type Mail = { email: string; id: string }
type Done = { results: Shared[]; mails: Mail[] }
type Writing = { who: Planned; pairs: Pair[] }

/** Number of titles in a mail at most; it says how many more there are. */
const titlesInMail = 100

/** Ends the transaction in which there was nothing to change. */
class NothingChanged extends Error {
  readonly done: Done
  constructor(done: Done) {
    super('Nothing was changed')
    this.done = done
  }
}

/**
 * Shares documents with people, all in one transaction: each pair by the rules of a single share. What is refused is
 * told and loses nothing of the rest; who has exactly this access already gets no second event and no second mail.
 */
export async function shareDocuments(
  services: Services,
  raw: Raw<typeof endpoint>,
  { body }: Input<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const { results, mails } = await raw
    .transact((ctx) => shareAll(services, ctx, body))
    .catch((error: unknown) => {
      if (error instanceof NothingChanged) return error.done
      throw error
    })
  const sent = await Promise.all(mails.map(({ id }) => services.mail.wasSent(id)))
  return { results, mails: mails.map(({ email }, n) => ({ email, sent: sent[n] ?? false })) }
}

async function shareAll(services: Services, ctx: Acting<WriteCtx>, body: Body): Promise<Done> {
  const planned = await planGrants(ctx, body.documentIds, inputsOf(body))
  const writing: Writing[] = []
  const mails: Mail[] = []
  // Mails follow one after the other: each counts towards the limit of the next.
  for (const who of planned) {
    const pairs = who.pairs.filter(({ result }) => result === 'granted' || result === 'changed')
    if (pairs.length === 0) continue
    try {
      // The check comes before the invitation, so that nothing of a refused person is written.
      await permitTyped(ctx, who.input.email)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      for (const pair of pairs) Object.assign(pair, { result: 'refused', refusal: error })
      continue
    }
    const invitation = await inviteIfUnknown(ctx, who)
    mails.push({ email: who.input.email, id: await enqueueMail(services, ctx, pairs, who.input, invitation) })
    writing.push({ who, pairs })
  }
  const rows = writing.length > 0 ? await writeGrants(ctx, writing) : new Map<string, GrantRow>()
  const results = planned.flatMap(({ input: { email }, pairs }) =>
    pairs.map((pair) => toShared(pair, email, rows.get(pairKey(pair, email)) ?? pair.held)),
  )
  if (writing.length === 0) throw new NothingChanged({ results, mails })
  return { results, mails }
}

/** Returns each person once, in the order of their emails, in which they are locked. */
function inputsOf({ recipients, message, ...all }: Body): GrantInput[] {
  const byEmail = new Map(recipients.map((one) => [one.email, one]))
  return [...byEmail.values()]
    .sort((one, other) => (one.email < other.email ? -1 : 1))
    .map(({ email, expiresOn = all.expiresOn, accessLevel = all.accessLevel, invite }) => {
      return { email, expiresOn, accessLevel, invite, message }
    })
}

/** Queues the mail to one person, all of whose pairs have the same terms. `later`: documents that come later are shared with them too. */
export function enqueueMail(
  services: Services,
  ctx: Acting<WriteCtx>,
  pairs: readonly Pair[],
  { email, message, accessLevel }: GrantInput,
  invitation: string | null,
  later = false,
): Promise<string> {
  const [first] = pairs
  const data = {
    senderName: ctx.actor.name,
    senderEmail: ctx.actor.email,
    message,
    level: accessLevel,
    ends: ((first?.terms && endOf(first.terms)) ?? ctx.now).toISOString(),
    invitation,
  }
  const titles = pairs.map(({ document }) => ({ title: document?.title ?? '' }))
  if (first?.document && pairs.length === 1 && !later) {
    const one = { ...data, documentId: first.documentId, title: first.document.title }
    return enqueueTyped(services, ctx, documentShared, email, one)
  }
  const several = {
    ...data,
    documents: titles.slice(0, titlesInMail),
    count: titles.length,
    ...(later && { later }),
  }
  return enqueueTyped(services, ctx, documentsShared, email, several)
}

function toShared({ documentId, result, refusal, held }: Pair, email: string, row: GrantRow | null): Shared {
  if (refusal || !row) {
    const error = refusal && { code: refusal.code, message: refusal.message }
    return { documentId, email, result, grantId: null, access: null, before: null, error }
  }
  return {
    documentId,
    email,
    result,
    grantId: row.id,
    access: accessOf(row),
    before: result === 'changed' && held ? accessOf(held) : null,
    error: null,
  }
}

const accessOf = (row: GrantRow) => ({
  accessLevel: row.accessLevel,
  endsAt: endOf(row)?.toISOString() ?? null,
})
