/** Sends text messages. */
export type Sms = {
  /** Resolves once the provider has accepted the message. Throws SmsNotSentError. */
  send(message: { to: string; text: string }): Promise<void>
}

/**
 * A text message that was not sent. `permanent`: the provider refused this message, so a retry will not help. Errors
 * are logged, so it names neither number nor text.
 */
export class SmsNotSentError extends Error {
  override readonly name = 'SmsNotSentError'
  readonly permanent: boolean

  constructor(reason: string, permanent: boolean) {
    super(`The text message was not sent: ${reason}`)
    this.permanent = permanent
  }
}

/** The provider's limit for one message, in UTF-16 units. */
const maxLength = 1_600

/**
 * Sends through a provider with Twilio's REST interface (Messages resource, 2010-04-01): a form, basic authentication,
 * 201 if accepted. The interface has no idempotency key, so a message whose response is lost is sent again.
 */
export function openSms(options: {
  accountSid: string
  authToken: string
  from: string
  /** Address without a trailing slash. */
  apiUrl: string
  timeoutMs?: number
}): Sms {
  const { accountSid, authToken, from, apiUrl, timeoutMs = 15_000 } = options
  const address = `${apiUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`

  return {
    async send({ to, text }) {
      const body = new URLSearchParams({ To: to, From: from, Body: text.slice(0, maxLength) })
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
      // 400 is about this message; wrong keys (401, 403), a wrong URL (404) and a limit (429) can be resolved.
      throw new SmsNotSentError(`status ${status}`, status === 400)
    },
  }
}
