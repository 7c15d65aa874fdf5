import { asc, eq } from 'drizzle-orm'
import type { LightMyRequestResponse as Response } from 'fastify'
import { auditEvents } from '../../db/tables/audit.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts'
import { verificationCode } from './verification-code.mail.tsx'

export const goodPassword = 'Brass-Key-1887'

export type Accounts = Awaited<ReturnType<typeof startAccounts>>

/** Starts a Deedbox that sends its mail to a real SMTP server, with helpers for tests of accounts. */
export async function startAccounts(
  env: Record<string, string> = {},
  options: Parameters<typeof startTestApp>[1] = {},
) {
  const smtp = await startSmtp()
  const app = await startTestApp({ SMTP_URL: smtp.url, ...env }, options)
  // The first mail loads the renderer, which takes longer than tests wait for a mail.
  await app.services.mail.sendNow(verificationCode, 'first@mail.example', { code: '000000' })

  const post = (url: string, body: object, ip = '127.0.0.1', as: Person | null = null) =>
    app.call(as, 'POST', url, body, { remoteAddress: ip })

  const sendCode = (email: string, more: object = {}, ip?: string) =>
    post('/api/functions/auth-send-verification', { ...applicant(email), ...more }, ip)

  const verify = (email: string, code: string, more: object = {}, ip?: string) =>
    post('/api/functions/auth-verify-otp', { ...applicant(email), password: goodPassword, code, ...more }, ip)

  let hash: Promise<string> | undefined
  /** Makes somebody with an account and the good password, without the way through sign-up. */
  async function newcomer(email: string, role = 'requestor', more = {}): Promise<Person> {
    const library = await app.services.auth.context()
    hash ??= app.services.auth.passwords.hash(goodPassword)
    const person = await app.person(role, { email, ...more })
    const times = { createdAt: new Date(), updatedAt: new Date() }
    const account = { userId: person.id, accountId: person.id, providerId: 'credential' }
    await library.internalAdapter.createAccount({ ...account, ...times, password: await hash })
    return person
  }

  return {
    app,
    smtp,
    newcomer,
    post,
    sendCode,
    verify,
    signIn: (email: string, password = goodPassword, ip?: string) =>
      post('/api/session', { email, password }, ip),
    /** Signs up with the mailed code. */
    async signUp(email: string, more: object = {}) {
      await sendCode(email, more)
      const answer = await verify(email, await codeFor(smtp, email), more)
      return { answer, person: { id: answer.json().user?.id, email, cookie: cookieOf(answer) } }
    },
    async stop() {
      await app.stop()
      await smtp.stop()
    },
  }
}

const applicant = (email: string) => ({ email, firstName: 'Ada', lastName: 'Lovelace', role: 'requestor' })

const aCode = /^\d{6}$/m

/** Waits for the code in the next email to this address that has one. */
export async function codeFor(smtp: TestSmtp, email: string): Promise<string> {
  const mail = await smtp.next(({ deliveredTo, text }) => deliveredTo === email && aCode.test(text ?? ''))
  const code = aCode.exec(mail.text ?? '')?.[0]
  if (!code) throw new Error('The email holds no code')
  return code
}

/** Makes a code that is not this one. */
export const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Returns the cookie that a response sets, as a browser sends it back. */
export const cookieOf = (answer: Response): string => String(answer.headers['set-cookie']).split(';')[0] ?? ''

export const codeOf = (answer: Response): string => answer.json().error?.code

/** Reads the audit events about an email, oldest first. */
export const eventsOf = (app: TestApp, email: string) =>
  app.services.database.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.subjectEmail, email))
    .orderBy(asc(auditEvents.id))

export const eventNames = async (app: TestApp, email: string) =>
  (await eventsOf(app, email)).map(({ event }) => event)
