import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedSms = { To: string; From: string; Body: string; account: string }
export type TestSmsProvider = Awaited<ReturnType<typeof startSmsProvider>>

/** Starts a local provider of text messages that requires Twilio's interface and its keys. */
export async function startSmsProvider() {
  const received: ReceivedSms[] = []
  let refusal: number | 'silence' | null = null
  const keys = { SMS_ACCOUNT_SID: 'AC0123456789', SMS_AUTH_TOKEN: 'a token: of / signs', SMS_FROM: 'Deedbox' }
  const basic = Buffer.from(`${keys.SMS_ACCOUNT_SID}:${keys.SMS_AUTH_TOKEN}`).toString('base64')

  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const account = /^\/2010-04-01\/Accounts\/(\w+)\/Messages\.json$/.exec(request.url ?? '')?.[1]
    const form = new URLSearchParams(body)
    const answer = (status: number, more: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(more))
    if (refusal === 'silence') return
    if (refusal) return answer(refusal, { code: 21_211, message: `'${form.get('To')}' is refused` })
    if (request.method !== 'POST' || !account) return answer(404, {})
    if (request.headers.authorization !== `Basic ${basic}`) return answer(401, {})
    if (request.headers['content-type'] !== 'application/x-www-form-urlencoded;charset=UTF-8')
      return answer(415, {})
    received.push({ ...(Object.fromEntries(form) as Omit<ReceivedSms, 'account'>), account })
    return answer(201, { sid: 'SM1', status: 'queued' })
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  const { port } = server.address() as AddressInfo

  return {
    /** The configuration that sends messages here. */
    env: { ...keys, SMS_TO: '+61400000000', SMS_API_URL: `http://127.0.0.1:${port}` },
    received,
    /** Answers everything with this status from now on, or not at all; null accepts again. */
    refuse(how: number | 'silence' | null) {
      refusal = how
    },
    async stop() {
      const stopped = Promise.withResolvers<void>()
      server.close(() => stopped.resolve())
      server.closeAllConnections()
      await stopped.promise
    },
  }
}
