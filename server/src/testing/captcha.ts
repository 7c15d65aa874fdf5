import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The widget of the stand-in: it gives a token at once. */
const script = `window.turnstile = {
  render(element, { sitekey, callback }) {
    element.textContent = 'You are not a robot (' + sitekey + ')'
    callback('token-' + crypto.randomUUID())
    return 'one'
  },
  remove() {},
}`

/** Starts a local captcha service with the interface of Turnstile: every token that begins with `token-` works once. */
export async function startCaptcha() {
  const used = new Set<string>()
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return response.setHeader('content-type', 'text/javascript').end(script)
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const { secret, response: token = '' } = Object.fromEntries(new URLSearchParams(body))
    const answer = (...codes: string[]) =>
      response.end(JSON.stringify({ success: codes.length === 0, 'error-codes': codes }))
    if (secret !== 'captcha secret') return answer('invalid-input-secret')
    if (!token.startsWith('token-') || used.has(token)) return answer('timeout-or-duplicate')
    used.add(token)
    return answer()
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    /** The configuration that uses it. */
    env: {
      CAPTCHA_PROVIDER: 'turnstile',
      CAPTCHA_SECRET: 'captcha secret',
      CAPTCHA_SITE_KEY: 'site-key',
      CAPTCHA_VERIFY_URL: `${url}/verify`,
      CAPTCHA_SCRIPT_URL: `${url}/api.js`,
    },
    stop: () => void server.close(),
  }
}
