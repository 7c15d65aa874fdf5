import type { Logger } from 'pino'
import { z } from 'zod'
import type { Config } from './config.ts'
import { Refusal } from './errors.ts'

const patienceMs = 5_000
const answer = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).default([]) })
/** Errors of the token; all others are about our configuration or the service. */
const ofToken = [
  'missing-input-response',
  'invalid-input-response',
  'timeout-or-duplicate',
  'expired-input-response',
]

/** Checks that somebody is not a robot; where no service is configured, everybody passes. */
export type CheckCaptcha = (token: string | undefined, ip: string | null) => Promise<void>

/**
 * Asks the configured service (Turnstile and hCaptcha speak alike) about a token of its widget. Each works once.
 * The check throws Refusal captcha-failed, or captcha-unavailable where the service does not answer.
 */
export function createCaptcha(
  { captcha }: Pick<Config, 'captcha'>,
  logger: Pick<Logger, 'warn'>,
): CheckCaptcha {
  if (!captcha) return async () => undefined
  const { secret, siteKey, verifyUrl } = captcha
  return async (token, ip) => {
    if (!token) throw new Refusal('captcha-failed')
    const asked = { secret, response: token, sitekey: siteKey, ...(ip !== null && { remoteip: ip }) }
    const { success, 'error-codes': codes } = await ask(verifyUrl, asked).catch((cause: unknown) => {
      logger.warn(
        { error: cause instanceof Error ? cause.name : 'unknown' },
        'the captcha service does not answer',
      )
      throw new Refusal('captcha-unavailable', { cause })
    })
    if (success) return
    if (codes.length > 0 && codes.every((code) => ofToken.includes(code))) throw new Refusal('captcha-failed')
    logger.warn({ codes }, 'the captcha service refused to check')
    throw new Refusal('captcha-unavailable')
  }
}

async function ask(url: string, form: Record<string, string>) {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  })
  return answer.parse(await response.json())
}
