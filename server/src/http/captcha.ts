import type { Endpoint } from '@deedbox/contract/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { CheckCaptcha } from '../platform/captcha.ts'

const text = z.string().max(4_096)
const ours = z.object({ captchaToken: text })
/** As the clients of the authentication API send it. */
const theirs = z.object({ gotrue_meta_security: z.object({ captcha_token: text }) })
/** They come with a proof that no robot can make up. */
const exempt = ['refresh_token', 'pkce', 'id_token']

/** Checks the captcha of a call that wants one. @throws Refusal captcha-failed, captcha-unavailable. */
export async function checkCaptchaOf(
  { captcha }: Endpoint,
  { query, body }: Pick<FastifyRequest, 'query' | 'body'>,
  ip: string | null,
  check: CheckCaptcha,
): Promise<void> {
  const grant = (query as { grant_type?: unknown }).grant_type
  if (!captcha || exempt.some((type) => type === grant)) return
  const token =
    ours.safeParse(body).data?.captchaToken ?? theirs.safeParse(body).data?.gotrue_meta_security.captcha_token
  await check(token, ip)
}
