import { generateServiceProviderMetadata, SAML } from '@node-saml/node-saml'
import { z } from 'zod'
import { usedAssertions } from '../../db/tables/sign-in.ts'
import type { Caller, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import { findUsable, type SignInProvider } from './find.ts'
import { peekFlow, random } from './flow.ts'
import { ourSaml } from './saml-addresses.ts'
import { readAssertion, type Said } from './saml-assertion.ts'
import { readMessage, verifiedAssertion } from './saml-response.ts'
import { SamlFault } from './saml-xml.ts'
import type { ProviderAnswer } from './sign-in-through.ts'

/** Milliseconds that an answer waits for the browser, which comes at once. */
const answerMs = 2 * 60_000

/** Returns our metadata, for an identity provider to import. */
export function ourMetadata(services: Pick<Services, 'place'>): string {
  const { entityId, acsUrl } = ourSaml(services)
  return generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: acsUrl,
    wantAssertionsSigned: true,
    identifierFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    generateUniqueId: () => '_deedbox',
  })
}

/** Names a request after the `state` of the browser's way, so that its answer, which must name the request, leads back to it. */
const requestOf = (state: string) => `_${state}`
const stateOf = (requestId: string) => requestId.slice(1)

/** Returns the provider's address with a request for an answer (HTTP-Redirect binding). */
export async function requestUrl(
  services: Pick<Services, 'place'>,
  provider: Pick<SignInProvider, 'signInUrl' | 'certificates'>,
  { state, email }: { state: string; email: string | undefined },
): Promise<string> {
  const { entityId, acsUrl } = ourSaml(services)
  const library = new SAML({
    entryPoint: provider.signInUrl,
    issuer: entityId,
    callbackUrl: acsUrl,
    idpCert: provider.certificates,
    generateUniqueId: () => requestOf(state),
    // The provider decides which NameID and which proof; some refuse a request that prescribes them.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
  })
  return library.getAuthorizeUrlAsync('', undefined, { additionalParams: email ? { login_hint: email } : {} })
}

const kept = z.object({
  providerId: z.string(),
  subject: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
})
const answerKey = (state: string, code: string) => `saml:${state}:${code}`

/**
 * Checks an answer, and keeps what it says until the browser comes for it: no cookie of ours comes with what another
 * site's page posts, so that nobody knows yet whose browser it is.
 * @returns the path of ours that the browser goes to next, and why the answer was refused, if it was
 * @throws SamlFault where it answers no request that waits
 */
export async function takeAnswer(
  services: Services,
  caller: Caller,
  sent: string,
): Promise<{ next: string; refused?: SamlFault }> {
  const message = readMessage(sent)
  const state = stateOf(message.requestId)
  const { flow, provider, now } = await services.contexts.read(caller, async (ctx) => {
    const flow = await peekFlow(services, ctx, state)
    return { now: ctx.now, flow, provider: flow && (await findUsable(services, ctx, flow.providerId)) }
  })
  if (!flow || provider?.kind !== 'saml') throw new SamlFault('an answer to no request that waits for one')
  const next = (more: Record<string, string>) => `${flow.callback}?${new URLSearchParams({ state, ...more })}`
  try {
    const { entityId, acsUrl } = ourSaml(services)
    const { issuer, certificates } = provider
    const requestId = requestOf(state)
    const expected = { issuer, certificates, audience: entityId, recipient: acsUrl, requestId, now }
    const said = readAssertion(await verifiedAssertion(message, expected), expected)
    return { next: next({ code: await keepAnswer(services, provider, state, said) }) }
  } catch (error) {
    if (!(error instanceof SamlFault)) throw error
    return { next: next({ error: 'access_denied' }), refused: error }
  }
}

/** Keeps what an assertion says, which works once. @returns the code with which the browser comes for it */
async function keepAnswer(
  { auth, contexts }: Services,
  provider: SignInProvider,
  state: string,
  said: Said,
): Promise<string> {
  const code = random()
  const { internalAdapter } = await auth.context()
  await contexts.work(async (ctx) => {
    await useOnce(ctx, provider, said)
    await internalAdapter.createVerificationValue({
      identifier: answerKey(state, code),
      value: JSON.stringify(kept.parse({ ...said, providerId: provider.id })),
      expiresAt: new Date(ctx.now.getTime() + answerMs),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
  })
  return code
}

async function useOnce(
  { tx }: WriteCtx,
  { id }: SignInProvider,
  { assertionId, until }: Said,
): Promise<void> {
  const used = await tx
    .insert(usedAssertions)
    .values({ id: `${id} ${assertionId}`, expiresAt: until })
    .onConflictDoNothing()
    .returning()
  if (used.length === 0) throw new SamlFault('an assertion that was used before')
}

/** Takes what a provider answered, for the browser that asked and now brings the code. @throws where there is nothing for it. */
export async function answerForBrowser(
  { auth }: Services,
  { now }: ReadCtx,
  provider: SignInProvider,
  { state, code }: { state: string; code: string },
): Promise<ProviderAnswer> {
  const { internalAdapter } = await auth.context()
  const row = await internalAdapter.consumeVerificationValue(answerKey(state, code))
  const answer = row && row.expiresAt > now ? kept.parse(JSON.parse(row.value)) : null
  if (answer?.providerId !== provider.id) throw new SamlFault('no answer, or too late')
  const { subject, email, firstName, lastName } = answer
  // The email's domain, which an administrator confirmed, decides whether the provider may speak for it.
  return { subject, email, emailVerified: true, firstName, lastName, method: 'sso/saml' }
}
