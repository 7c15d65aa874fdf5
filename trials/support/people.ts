import type { TestSmtp } from '../../server/src/testing/smtp.ts'
import { type Client, createClient } from './client.ts'

export const password = 'Brass-Key-1887'
const aCode = /^\d{6}$/m

export type Person = {
  email: string
  client: Client
  signIn(): Promise<void>
  /** Opens another browser of the same person, signed in. */
  another(): Promise<Client>
}

/** Signs up somebody with a mailed code, at the address 127.0.1.`n`. */
export async function signUp(url: string, smtp: TestSmtp, role: string, n: number): Promise<Person> {
  const email = `${role}-${n}@example.com`
  const client = createClient(url, `127.0.1.${n}`)
  const who = { email, firstName: 'Ada', lastName: `Number ${n}`, role }
  const must = async (path: string, json: object, by = client) => {
    const { status, body } = await by.call('POST', path, { json })
    if (status >= 300) throw new Error(`${path}: ${status} ${body}`)
  }
  await must('/api/functions/auth-send-verification', who)
  const mail = await smtp.next(
    ({ deliveredTo, text }) => deliveredTo === email && aCode.test(text ?? ''),
    60_000,
  )
  const code = aCode.exec(mail.text ?? '')?.[0]
  await must('/api/functions/auth-verify-otp', { ...who, password, code })
  return {
    email,
    client,
    signIn: () => must('/api/session', { email, password }),
    async another() {
      const by = createClient(url, `127.0.1.${n}`)
      await must('/api/session', { email, password }, by)
      return by
    },
  }
}
