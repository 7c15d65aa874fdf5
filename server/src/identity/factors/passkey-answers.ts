import type { SignInStep } from '@deedbox/contract/audit/sign-in-steps.ts'
import type { NewPasskeyAnswer, PasskeyAnswer } from '@deedbox/contract/passkeys.ts'
import type { VerifiedRegistrationResponse } from '@simplewebauthn/server'
import { z } from 'zod'
import type { factors } from '../../db/tables/sign-in.ts'
import type { PasskeyPlace } from '../../platform/passkey-place.ts'

/** A stored passkey, as far as its answers are checked against it. */
type Passkey = Pick<typeof factors.$inferSelect, 'userId' | 'credentialId' | 'publicKey' | 'counter'>

/** Reason why an answer of a passkey is not accepted, as recorded in the audit trail. */
export type PasskeyFault = Extract<SignInStep, `${string}passkey`>

/** Statement of a passkey about itself when it signed. */
export type Signed = { counter: number; backedUp: boolean }

const clientData = z.object({ challenge: z.string().max(200) })

/** Reads the challenge that an answer is given to; empty if it cannot be read. */
export function challengeOf({ response }: PasskeyAnswer | NewPasskeyAnswer): string {
  try {
    const text = Buffer.from(response.clientDataJSON, 'base64url').toString()
    return clientData.parse(JSON.parse(text)).challenge
  } catch {
    return ''
  }
}

/** Returns the name by which passkeys know their owner: the bytes of the account's id, which say nothing about the person. */
export const userHandleOf = (userId: string): string =>
  Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')

/**
 * Checks a passkey's answer: challenge, origin, relying party, that the person was verified, signature, and that its counter
 * does not go back, as that of a copy would (Web Authentication, section 7.2).
 */
export async function checkAnswer(
  { rpId, origin }: PasskeyPlace,
  passkey: Passkey,
  answer: PasskeyAnswer,
): Promise<Signed | PasskeyFault> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { userHandle, ...response } = answer.response
  if (userHandle && userHandle !== userHandleOf(passkey.userId)) return 'passkey'
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...answer, response, clientExtensionResults: {} },
    expectedChallenge: challengeOf(answer),
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: {
      id: answer.id,
      publicKey: Buffer.from(passkey.publicKey ?? '', 'base64url'),
      // The counter is compared below, once it is certain that the passkey itself has sent it.
      counter: 0,
    },
    requireUserVerification: true,
  }).catch(() => ({ verified: false, authenticationInfo: null }))
  if (!verified || !authenticationInfo) return 'passkey'
  const { newCounter: counter, credentialBackedUp: backedUp } = authenticationInfo
  if ((counter > 0 || passkey.counter > 0) && counter <= passkey.counter) return 'cloned passkey'
  return { counter, backedUp }
}

type Made = NonNullable<VerifiedRegistrationResponse['registrationInfo']>

/** Checks what a browser sent of a new passkey (Web Authentication, section 7.1); null if anything is wrong with it. */
export async function checkNew(
  { rpId, origin }: PasskeyPlace,
  answer: NewPasskeyAnswer,
): Promise<Made | null> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...answer, clientExtensionResults: {} },
    expectedChallenge: challengeOf(answer),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: [...algorithms],
  }).catch(() => ({ registrationInfo: undefined }))
  return registrationInfo ?? null
}

/** EdDSA, ES256, RS256: all that authenticators use. */
export const algorithms = [-8, -7, -257] as const
