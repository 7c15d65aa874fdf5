/** The way out for text messages. */
export type Sms = {
  /** Resolves once the provider took the message. Throws SmsNotSentError. */
  send(message: { to: string; text: string }): Promise<void>
}

/**
 * A text message that did not go out. `permanent`: the provider refused this very message, so trying again will not
 * help. Errors get logged, so it names neither number nor text.
 */
export class SmsNotSentError extends Error {
  override readonly name = 'SmsNotSentError'
  readonly permanent: boolean

  constructor(reason: string, permanent: boolean) {
    super(`The text message was not sent: ${reason}`)
    this.permanent = permanent
  }
}

/** What the provider lets one message hold, in UTF-16 units. */
const longest = 1_600

/**
 * Sends through a provider with Twilio's REST interface (Messages resource, 2010-04-01): a form, basic authentication,
 * 201 when it was taken. The interface has no key against doubles: a message whose answer is lost is sent again.
 */
export function openSms(options: {
  accountSid: string
  authToken: string
  from: string
  /** Without a slash at its end. */
  apiUrl: string
  timeoutMs?: number
}): Sms {
  const { accountSid, authToken, from, apiUrl, timeoutMs = 15_000 } = options
  const address = `${apiUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`

  return {
    async send({ to, text }) {
      const body = new URLSearchParams({ To: to, From: from, Body: text.slice(0, longest) })
      const status = await fetch(address, {
        method: 'POST',
        headers: { authorization },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      }).then(
        async (answer) => {
          await answer.body?.cancel()
          return answer.status
        },
        (error: unknown) => {
          throw new SmsNotSentError(error instanceof Error ? error.name : 'unknown fault', false)
        },
      )
      if (status >= 200 && status < 300) return
      // 400 speaks of this message; wrong keys (401, 403), a wrong address (404) and a limit (429) get mended.
      throw new SmsNotSentError(`status ${status}`, status === 400)
    },
  }
}
