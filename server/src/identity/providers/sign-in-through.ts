import { nameIn } from '@deedbox/contract/audit/define.ts'
import { type SignInStep, signInSteps } from '@deedbox/contract/audit/sign-in-steps.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { oneLine } from '@deedbox/contract/texts.ts'
import { and, eq } from 'drizzle-orm'
import { authAccounts, profiles } from '../../db/tables/accounts.ts'
import type { ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import { advisoryLock } from '../../kernel/context/lock.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { createAccount, openInvitation } from '../accounts/new-account.ts'
import { securityNotice } from '../accounts/security-notice.ts'
import { maySignIn, type Opened, openSession, type SignInMethod } from '../accounts/sessions.ts'
import { refuseSignUp } from '../accounts/sign-up-rule.ts'
import { domainOf } from '../accounts/ways.ts'
import { type LinkedBy, type SignInProvider, serves, signsIn, speaksFor } from './find.ts'

/** Answer of a provider about somebody, once it was proved that the answer is the provider’s. */
export type ProviderAnswer = {
  /** Subject: who they are to the provider, always the same. */
  subject: string
  /** Email in lower case, trimmed. */
  email: string
  /** Tells whether the provider says that the email is theirs. */
  emailVerified: boolean
  firstName: string
  lastName: string
  method: SignInMethod
}

type Person = { id: string; email: string; name: string; role: string; organizationId: string | null }
type Linked = Person & { linkedBy: LinkedBy }

/** The session, or why there is none: an audited refusal, to be thrown after the commit. */
export type SignedIn = { opened: Opened; person: Person } | { opened: null; refused: Refusal }

/** Names the step of a refusal, where its code names one. */
const stepNamed = nameIn(signInSteps)

/**
 * Signs in whom a provider answered for, by whatever protocol: the person it is linked with; else the one with its email
 * if it may speak for that email; else a new one. The caller throws `refused` once the transaction has committed.
 */
export async function signInThrough(
  services: Services,
  ctx: WriteCtx,
  provider: SignInProvider,
  answer: ProviderAnswer,
  { kind = 'web' }: { kind?: 'web' | 'api' } = {},
): Promise<SignedIn> {
  await advisoryLock(ctx, `email ${answer.email}`)
  await advisoryLock(ctx, `identity ${provider.id} ${answer.subject}`)
  const person =
    (await linkedPerson(ctx, provider, answer.subject)) ?? (await byEmail(services, ctx, provider, answer))
  if (person instanceof Refusal) return refuse(ctx, provider, answer.email, person, stepNamed(person.code))
  const { email: theirs } = person
  if (!serves(provider, person)) return refuse(ctx, provider, theirs, new Refusal('provider-refused'))
  if (!signsIn(provider, person, person.linkedBy))
    return refuse(ctx, provider, theirs, new Refusal('provider-other-account'), 'provider-other-account')
  if (!(await maySignIn(ctx, person.id)))
    return refuse(ctx, provider, theirs, new Refusal('provider-refused'), 'deactivated')
  const { method, email } = answer
  await ctx.tx
    .update(authAccounts)
    .set({ email, lastUsedAt: ctx.now })
    .where(and(eq(authAccounts.providerId, provider.id), eq(authAccounts.accountId, answer.subject)))
  const opened = await openSession(ctx, services, person, {
    method,
    kind,
    secondFactor: provider.checksSecondFactor,
  })
  return { opened, person }
}

async function refuse(
  ctx: WriteCtx,
  provider: SignInProvider,
  email: string,
  refusal: Refusal,
  step: SignInStep = 'provider-refused',
): Promise<SignedIn> {
  const details = { step, provider: provider.name }
  await ctx.audit({ event: 'sign_in_failed', actor: null, subjectEmail: email, details })
  return { opened: null, refused: refusal }
}

const columns = {
  id: profiles.id,
  email: profiles.email,
  name: profiles.name,
  firstName: profiles.firstName,
  role: profiles.role,
  organizationId: profiles.organizationId,
}

/** Finds the person that an identity of a provider is linked with. */
export async function linkedPerson(
  { tx }: ReadCtx,
  provider: SignInProvider,
  subject: string,
): Promise<Linked | undefined> {
  const [person] = await tx
    .select({ ...columns, linkedBy: authAccounts.linkedBy })
    .from(authAccounts)
    .innerJoin(profiles, eq(profiles.id, authAccounts.userId))
    .where(and(eq(authAccounts.providerId, provider.id), eq(authAccounts.accountId, subject)))
  return person
}

/** Links an identity of a provider with a person, who signs in with it from then on. */
export async function link(
  ctx: WriteCtx,
  provider: SignInProvider,
  { subject, email }: Pick<ProviderAnswer, 'subject' | 'email'>,
  person: Pick<Person, 'id' | 'email' | 'name'>,
  linkedBy: NonNullable<LinkedBy>,
): Promise<void> {
  const times = { createdAt: ctx.now, updatedAt: ctx.now }
  await ctx.tx
    .insert(authAccounts)
    .values({ userId: person.id, providerId: provider.id, accountId: subject, email, linkedBy, ...times })
  const details = { provider: provider.name }
  await ctx.audit({ event: 'identity_linked', actor: person, subjectEmail: person.email, details })
}

/** Finds the person with the answer’s email, or a new one, linked with the identity; or why the provider may not name them. */
async function byEmail(
  services: Services,
  ctx: WriteCtx,
  provider: SignInProvider,
  answer: ProviderAnswer,
): Promise<Linked | Refusal> {
  const { email, emailVerified } = answer
  // An unverified email is a claim of whoever typed it.
  if (!emailVerified) return new Refusal('provider-unverified')
  const ofItsDomain = await speaksFor(ctx, provider, domainOf(email))
  if (!provider.configured && !ofItsDomain) return new Refusal('provider-refused')
  const [known] = await ctx.tx.select(columns).from(profiles).where(eq(profiles.email, email))
  // People who see every document link from inside: nobody who runs a provider becomes them by naming their email.
  if (known && !signsIn(provider, known, 'email')) return new Refusal('provider-other-account')
  if (known)
    await securityNotice(services.mail, ctx, known, {
      title: 'A way to sign in was added',
      lines: [
        `Your account was signed in to with ${provider.name} for the first time, and can be from now on.`,
      ],
    })
  const person = known ?? (await newPerson(services, ctx, provider, answer, ofItsDomain))
  if (person instanceof Refusal) return person
  const linkedBy = known ? 'email' : 'account'
  await link(ctx, provider, answer, person, linkedBy)
  return { ...person, linkedBy }
}

/** Makes a just-in-time account: a member of the provider’s organisation with its default role; an open invitation wins. */
async function newPerson(
  services: Services,
  ctx: WriteCtx,
  { organizationId, defaultRole }: SignInProvider,
  { email, firstName, lastName }: ProviderAnswer,
  /** A confirmed domain counts as an invitation. */
  invited: boolean,
): Promise<Person | Refusal> {
  const [invitation] = await openInvitation(ctx, email)
  const becomes = {
    role: invitation?.role ?? defaultRole,
    organizationId: invitation?.organizationId ?? organizationId,
  }
  if (!signsIn({ organizationId }, becomes, 'account')) return new Refusal('provider-other-account')
  try {
    await refuseSignUp(ctx, { email, role: defaultRole, invited })
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  const library = await services.auth.context()
  const name = (text: string) => oneLine(text).slice(0, limits.text.name)
  const made = await createAccount(
    services,
    ctx,
    library,
    {
      email,
      firstName: name(firstName),
      lastName: name(lastName),
      role: defaultRole,
      // An administrator alone may choose the default role of trustees, so they are confirmed.
      ...(invited && { joins: { organizationId } }),
    },
    null,
  )
  return { ...made, organizationId: becomes.organizationId }
}
