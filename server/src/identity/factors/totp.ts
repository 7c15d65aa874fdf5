import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createOTP } from '@better-auth/utils/otp'

const stepMs = 30_000
/** Number of steps by which a clock may be wrong. */
const window = 1

/** Makes a new secret: 20 bytes, each of 7 bits, because the library takes a text (RFC 4226, section 4: at least 128 bits). */
export const newSecret = (): string => String.fromCharCode(...randomBytes(20).map((byte) => byte & 0x7f))

/** Returns the address that authenticator apps read: `otpauth://totp/…`, with the secret in base32. */
export const otpUri = (secret: string, issuer: string, account: string): string =>
  createOTP(secret).url(issuer, account)

/**
 * Finds the time step whose code this is (RFC 6238: 30 seconds, six digits), one step early or late at most; null if it is none of these,
 * or of a step that was used already or passed over (section 5.2).
 */
export async function stepOf(
  secret: string,
  code: string,
  { now, lastStep }: { now: Date; lastStep: number | null },
): Promise<number | null> {
  const current = Math.floor(now.getTime() / stepMs)
  let rightStep: number | null = null
  for (let step = current - window; step <= current + window; step += 1) {
    const right = same(await createOTP(secret).hotp(step), code)
    if (right && (lastStep === null || step > lastStep)) rightStep = step
  }
  return rightStep
}

const same = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
