import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { WriteCtx } from '../../kernel/context/context.ts'
import { Refusal } from '../../platform/errors.ts'
import { keep, take } from './kept.ts'

const livesMs = 5 * 60_000
const purpose = 'auth code'

/** Answer of a provider about somebody. */
export const authCodeAnswer = z.object({
  subject: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  method: z.enum(['oauth', 'sso/saml']),
})
/** Meaning of a code: the answer of a provider, or a person who proved their email with a link. */
const meaning = z.union([
  z.object({
    providerId: z.string(),
    answer: authCodeAnswer,
    /** The session whose person links the identity; null: somebody signs in. */
    linksFor: z.object({ sessionId: z.string(), userId: z.string() }).nullable(),
  }),
  z.object({ userId: z.string(), method: z.enum(['magiclink', 'recovery', 'otp', 'email/signup']) }),
])
export type AuthCodeMeaning = z.output<typeof meaning>
const kept = z.object({ challenge: z.string(), meaning })

/**
 * Reads the challenge that a client sent along: its code can then be used by nobody else (RFC 7636). Only S256 is accepted.
 * @throws Refusal pkce-needed.
 */
export function neededChallenge(sent: {
  code_challenge?: string | null | undefined
  code_challenge_method?: string | null | undefined
}): string {
  if (!sent.code_challenge || sent.code_challenge_method?.toLowerCase() !== 's256')
    throw new Refusal('pkce-needed')
  return sent.code_challenge
}

/** Keeps a code for a client to exchange with the verifier of its challenge, once, within five minutes. */
export const keepAuthCode = (ctx: WriteCtx, challenge: string, means: AuthCodeMeaning): Promise<string> =>
  keep(ctx, purpose, { challenge, meaning: means }, livesMs)

/** Takes the meaning of a code; it is used up, also by a wrong verifier. Commit before you throw `refused`. */
export async function takeAuthCode(
  ctx: WriteCtx,
  { auth_code, code_verifier }: { auth_code: string; code_verifier: string },
): Promise<{ means: AuthCodeMeaning } | { refused: Refusal }> {
  const taken = await take(ctx, purpose, auth_code)
  if (taken === null) return { refused: new Refusal('auth-code-unknown') }
  if (taken === 'over') return { refused: new Refusal('auth-code-expired') }
  const { challenge, meaning } = kept.parse(taken.value)
  const proved = createHash('sha256').update(code_verifier).digest()
  const wanted = Buffer.from(challenge, 'base64url')
  if (proved.length !== wanted.length || !timingSafeEqual(proved, wanted))
    return { refused: new Refusal('code-verifier-wrong') }
  return { means: meaning }
}
