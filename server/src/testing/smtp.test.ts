import { tmpdir } from 'node:os'
import pino from 'pino'
import { expect, test } from 'vitest'
import { openMailer } from '../platform/mailer/mailer.ts'
import { startSmtp } from './smtp.ts'

test('next waits for a message, and returns each one once', async () => {
  const server = await startSmtp()
  const logger = pino({ level: 'silent' })
  const mailer = openMailer({ smtpUrl: server.url, mailFrom: 'a@b.example', dataDir: tmpdir(), logger })
  const send = (id: string, to: string) => mailer.send({ id, to, subject: id, html: '<p>x</p>', text: 'x' })
  try {
    const forJane = ({ deliveredTo }: { deliveredTo: string }) => deliveredTo === 'jane@example.com'
    const first = server.next(forJane)
    await send('other', 'thomas@example.com')
    await send('one', 'jane@example.com')
    expect((await first).subject).toBe('one')
    await send('two', 'jane@example.com')
    expect((await server.next(forJane)).subject).toBe('two')
    await expect(server.next(forJane, 1)).rejects.toThrow("received: 'other' to thomas@example.com")
    expect(server.received).toHaveLength(3)
  } finally {
    await mailer.close()
    await server.stop()
  }
})
