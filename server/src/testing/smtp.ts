import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { patience } from './patience.ts'

/** A message as it arrived: parsed, with the address it was delivered to. */
export interface ParsedMail extends Email {
  deliveredTo: string
  raw: string
}

export interface TestSmtp {
  /** Address for SMTP_URL. */
  url: string
  received: ParsedMail[]
  /**
   * Returns the first message that fits; waits if it has not arrived. Each message is returned once, so asking twice for the same address
   * waits for a second message. Rejects after `timeoutMs` (`patience.wait`).
   */
  next(fits: (mail: ParsedMail) => boolean, timeoutMs?: number): Promise<ParsedMail>
  /** Answers every recipient with this SMTP code from now on; null accepts again. */
  refuse(code: number | null): void
  /** Leaves recipients without an answer until `release`; `held` resolves once the first of them waits. */
  hold(): { held: Promise<void>; release: () => void }
  /** Stops answering until `resume`, which takes the same port again. */
  pause(): Promise<void>
  resume(): Promise<void>
  stop(): Promise<void>
}

/** Starts a real SMTP server on a free port of the loopback interface. */
export async function startSmtp(): Promise<TestSmtp> {
  const received: ParsedMail[] = []
  const returned = new Set<ParsedMail>()
  const waiting = new Set<() => void>()
  let refusal: number | null = null
  let holding: { arrived: () => void; released: Promise<void> } | undefined

  const open = () =>
    new SMTPServer({
      closeTimeout: 50,
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      onRcptTo(recipient, _session, done) {
        if (holding) {
          holding.arrived()
          void holding.released.then(() => done())
          return
        }
        if (refusal === null) return done()
        done(Object.assign(new Error(`<${recipient.address}> refused`), { responseCode: refusal }))
      },
      onData(stream, session, done) {
        take(stream, session.envelope.rcptTo[0]?.address ?? '').then(() => done(), done)
      },
    })

  async function take(stream: AsyncIterable<Buffer>, deliveredTo: string): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk)
    const raw = Buffer.concat(chunks)
    received.push({ ...(await PostalMime.parse(raw)), deliveredTo, raw: raw.toString('utf8') })
    for (const look of waiting) look()
  }

  let server = open()
  async function listen(port: number): Promise<void> {
    const listening = Promise.withResolvers<void>()
    server.once('error', listening.reject)
    server.listen(port, '127.0.0.1', listening.resolve)
    await listening.promise
    // A client that is killed leaves its connection in the middle.
    server.on('error', () => undefined)
  }
  async function close(): Promise<void> {
    const closed = Promise.withResolvers<void>()
    server.close(() => closed.resolve())
    await closed.promise
  }
  await listen(0)
  const { port } = server.server.address() as AddressInfo

  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    next(fits, timeoutMs = patience.wait) {
      const arrival = Promise.withResolvers<ParsedMail>()
      const look = () => {
        const mail = received.find((candidate) => !returned.has(candidate) && fits(candidate))
        if (!mail) return
        returned.add(mail)
        arrival.resolve(mail)
      }
      const timer = setTimeout(() => {
        const seen = received.map((mail) => `'${mail.subject}' to ${mail.deliveredTo}`).join(', ')
        arrival.reject(new Error(`No such email within ${timeoutMs} ms; received: ${seen || 'none'}`))
      }, timeoutMs)
      waiting.add(look)
      look()
      return arrival.promise.finally(() => {
        clearTimeout(timer)
        waiting.delete(look)
      })
    },
    refuse(code) {
      refusal = code
    },
    hold() {
      const arrival = Promise.withResolvers<void>()
      const release = Promise.withResolvers<void>()
      holding = { arrived: arrival.resolve, released: release.promise }
      return {
        held: arrival.promise,
        release: () => {
          holding = undefined
          release.resolve()
        },
      }
    },
    pause: close,
    async resume() {
      server = open()
      await listen(port)
    },
    stop: close,
  }
}
