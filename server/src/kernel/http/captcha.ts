import type { Endpoint } from '@deedbox/contract/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { CheckCaptcha } from '../../platform/captcha.ts'

const text = z.string().max(4_096)
const screenForm = z.object({ captchaToken: text })
/** Form in which the clients of the authentication API send it. */
const clientForm = z.object({ gotrue_meta_security: z.object({ captcha_token: text }) })

/** Checks the captcha of a call that wants one. @throws Refusal captcha-failed, captcha-unavailable. */
export async function checkCaptchaOf(
  { captcha }: Endpoint,
  { query, body }: Pick<FastifyRequest, 'query' | 'body'>,
  ip: string | null,
  check: CheckCaptcha,
): Promise<void> {
  if (!captcha || (captcha !== true && isExempt(captcha.unless, query))) return
  const token =
    screenForm.safeParse(body).data?.captchaToken ??
    clientForm.safeParse(body).data?.gotrue_meta_security.captcha_token
  await check(token, ip)
}

const isExempt = (unless: { readonly [parameter: string]: readonly string[] }, query: unknown): boolean =>
  Object.entries(unless).some(([parameter, values]) =>
    values.some((value) => (query as Record<string, unknown>)[parameter] === value),
  )
