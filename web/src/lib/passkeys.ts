import { limits } from '@deedbox/contract/limits.ts'
import { screen } from '@deedbox/contract/messages.ts'
import type { PasskeyAnswer } from '@deedbox/contract/passkeys.ts'
import { errors } from '@deedbox/contract/refusals/identity.ts'
import { type Answer, ApiError, call } from './api.ts'
import { useDeployment, useSession } from './session.ts'

/** Loads the library on demand, as few people need it at once. */
const library = () => import('@simplewebauthn/browser')

const inBrowser = () => typeof PublicKeyCredential === 'function'

/** Reason why there are no passkeys here: another address of this Deedbox has them, or this browser or every address has none. */
export type NoPasskeys = { at: string } | { text: string }

/** Returns what keeps passkeys from being used on this page; null if they can be used, undefined until the server has said it. */
export function useNoPasskeys(): NoPasskeys | null | undefined {
  const { session } = useSession()
  const { passkeysAt: at } = useDeployment()
  if (!session) return undefined
  if (at === null) return { text: screen.passkeysNowhere }
  if (at !== location.origin) return { at }
  return inBrowser() ? null : { text: screen.passkeysNoBrowser }
}

/** Count of begun attempts, of which only the last may be stopped. */
let begun = 0
/** State: a person is being asked now, and an offer must not interrupt. */
let asking = false

/** Runs a step of the browser and the person. Throws an ApiError that says why it failed. */
async function together<T>(cancelled: string, run: () => Promise<T>): Promise<T> {
  begun += 1
  asking = true
  const at = performance.now()
  try {
    return await run()
  } catch (error) {
    const late = performance.now() - at >= limits.passkeyMs - 1_000
    throw new ApiError(0, {
      code: 'passkey',
      message: textOf(error, late ? errors['passkey-expired'].message : cancelled),
    })
  } finally {
    asking = false
  }
}

/** Says why it failed; the library keeps the names of the recommendation (Web Authentication, sections 5.1.3 and 5.1.4). */
function textOf(error: unknown, ended: string): string {
  switch (error instanceof Error ? error.name : '') {
    // Code for cancelled, not found or too late: browsers do not say which, so that no site learns what a person has.
    case 'NotAllowedError':
    case 'AbortError':
      return ended
    case 'InvalidStateError':
      return screen.passkeyKnown
    case 'ConstraintError':
    case 'NotSupportedError':
      return screen.passkeyUnsupported
    default:
      return screen.passkeyFailed
  }
}

/** Asks the person to choose and unlock a passkey. Throws ApiError. */
export async function askForPasskey(): Promise<PasskeyAnswer> {
  const optionsJSON = await call('POST /api/session/passkey/options')
  const { startAuthentication } = await library()
  return together(screen.passkeyCancelled, () => startAuthentication({ optionsJSON }))
}

/**
 * Offers passkeys where the browser fills in the email, while a challenge is valid, and takes the answer of a person who chooses one. Returns a
 * function that stops it.
 */
export function offerPasskeys(take: (answer: PasskeyAnswer) => void): () => void {
  let stopped = false
  let attempt = -1
  async function offer() {
    const { startAuthentication, browserSupportsWebAuthnAutofill } = await library()
    if (!(await browserSupportsWebAuthnAutofill()) || stopped) return
    const optionsJSON = await call('POST /api/session/passkey/options')
    if (stopped || asking) return
    attempt = ++begun
    const answer = await startAuthentication({ optionsJSON, useBrowserAutofill: true })
    if (!stopped) take(answer)
  }
  // Failures stay silent, as the person may want another way.
  offer().catch(() => undefined)
  return () => {
    stopped = true
    void library().then(({ WebAuthnAbortService }) => {
      if (attempt === begun) WebAuthnAbortService.cancelCeremony()
    })
  }
}

/** Makes a passkey on this device or another one of the person's, and adds it to their account. Throws ApiError. */
export async function addPasskey(name: string): Promise<Answer<'POST /api/factors/passkeys'>> {
  const optionsJSON = await call('POST /api/factors/passkeys/options')
  const { startRegistration } = await library()
  const response = await together(screen.passkeyNotAdded, () => startRegistration({ optionsJSON }))
  return call('POST /api/factors/passkeys', { body: { name, response } })
}
