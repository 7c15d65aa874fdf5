import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { startSmtp } from '../../testing/smtp.ts'
import { type Mailer, type MailMessage, MailNotSentError, openMailer } from './mailer.ts'

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

function message(changes: Partial<MailMessage> = {}): MailMessage {
  return {
    id: '0198c0de-0000-7000-8000-000000000001',
    to: 'jane.citizen@example.com',
    subject: 'Smith Family Trust deed — shared with you',
    html: '<p>Open <a href="https://deedbox.example/documents/1">the deed</a>, Zoë.</p>',
    text: 'Open the deed, Zoë: https://deedbox.example/documents/1',
    ...changes,
  }
}

async function open(smtpUrl?: string, timeoutMs?: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'deedbox-mailer-'))
  const log: string[] = []
  const logger = pino({ level: 'trace' }, { write: (line: string) => void log.push(line) })
  const mailer = openMailer({
    smtpUrl,
    mailFrom: 'Deedbox <post@deedbox.example>',
    dataDir,
    logger,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  })
  cleanUps.push(() => rm(dataDir, { recursive: true }), mailer.close)
  return { mailer, log, folder: join(dataDir, 'mailbox') }
}

async function smtp() {
  const server = await startSmtp()
  cleanUps.push(server.stop)
  return server
}

/** Returns the error of a send that is expected to fail. */
async function failure(mailer: Mailer, mail = message()): Promise<MailNotSentError> {
  const error = await mailer.send(mail).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof MailNotSentError)) throw new Error('expected a MailNotSentError', { cause: error })
  return error
}

test('mail leaves this machine encrypted or not at all, unless the address allows it by name', async () => {
  const smtp = await startSmtp()
  cleanUps.push(smtp.stop)
  // The local server counts as one elsewhere by this address.
  const elsewhere = smtp.url.replace('127.0.0.1', '0.0.0.0')
  const { mailer, log } = await open(elsewhere)
  await expect(mailer.send(message())).rejects.toThrow('ETLS')
  await expect(mailer.check(5_000)).rejects.toThrow('ETLS')
  expect(smtp.received).toEqual([])
  expect(log.join()).toContain('ETLS')
  const { mailer: allowed } = await open(`${elsewhere}?starttls=optional`)
  await allowed.check(5_000)
  await allowed.send(message())
  expect(smtp.received).toHaveLength(1)
})

describe('over SMTP', () => {
  test('delivers both parts, marked as automatic, under our id', async () => {
    const server = await smtp()
    const { mailer, log } = await open(server.url)
    expect(mailer.kind).toBe('smtp')
    await mailer.send(message())
    const mail = await server.next(({ deliveredTo }) => deliveredTo === 'jane.citizen@example.com')
    expect(mail).toMatchObject({
      subject: message().subject,
      from: { name: 'Deedbox', address: 'post@deedbox.example' },
      to: [{ address: 'jane.citizen@example.com' }],
      messageId: `<${message().id}@deedbox.example>`,
    })
    expect(mail.text?.trim()).toBe(message().text)
    expect(mail.html?.trim()).toBe(message().html)
    expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
    expect(mail.raw).toMatch(/^Content-Type: multipart\/alternative/m)
    expect(log.join()).toContain(message().id)
    expect(log.join()).not.toContain('jane.citizen')
    expect(await mailer.list()).toEqual([])
    expect(await mailer.read(message().id)).toBeNull()
  })

  test('an answer goes to the person named as Reply-To', async () => {
    const server = await smtp()
    const { mailer } = await open(server.url)
    await mailer.send(
      message({ replyTo: { name: 'Zoë\r\nBcc: eve@example.com', address: 'zoe@example.com' } }),
    )
    expect(server.received.map(({ replyTo, bcc }) => [replyTo, bcc])).toEqual([
      [[{ name: 'Zoë Bcc: eve@example.com', address: 'zoe@example.com' }], undefined],
    ])
  })

  test('a message sent again carries the same Message-ID', async () => {
    const server = await smtp()
    const { mailer } = await open(server.url)
    await mailer.send(message())
    await mailer.send(message())
    expect(server.received.map(({ messageId }) => messageId)).toEqual(
      Array(2).fill(`<${message().id}@deedbox.example>`),
    )
  })

  test.each([
    [421, false],
    [450, false],
    [452, false],
    [530, false],
    [550, true],
    [554, true],
  ])('a recipient refused with %i: permanent is %s, and no address leaks', async (code, permanent) => {
    const server = await smtp()
    const { mailer, log } = await open(server.url)
    server.refuse(code)
    const error = await failure(mailer)
    expect(error.permanent).toBe(permanent)
    expect(error.message).toContain(String(code))
    expect(log.join()).toContain(String(code))
    expect(error.stack + JSON.stringify(error) + log.join()).not.toContain('jane.citizen')
    server.refuse(null)
    await mailer.send(message())
    expect(server.received).toHaveLength(1)
  })

  test('a refused connection is not permanent', async () => {
    const server = await startSmtp()
    await server.stop()
    const { mailer } = await open(server.url)
    expect(await failure(mailer)).toMatchObject({ permanent: false })
  })

  test.each(['', '220 ready\r\n'])('a server that sends %j and then nothing times out', async (greeting) => {
    const sockets = new Set<Socket>()
    const hung = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {}).write(greeting)
    })
    await new Promise<void>((resolve) => hung.listen(0, '127.0.0.1', resolve))
    cleanUps.push(async () => {
      for (const socket of sockets) socket.destroy()
      hung.close()
    })
    const { mailer } = await open(`smtp://127.0.0.1:${(hung.address() as AddressInfo).port}`, 100)
    expect(await failure(mailer)).toMatchObject({ permanent: false })
  })

  test('requireTLS in the address refuses a server without TLS', async () => {
    const server = await smtp()
    const { mailer } = await open(`${server.url}?requireTLS=true`)
    expect(await failure(mailer)).toMatchObject({ permanent: false })
    expect(server.received).toEqual([])
  })

  test('closing waits for a message being sent', async () => {
    const server = await smtp()
    const { mailer } = await open(server.url)
    const sent = mailer.send(message())
    await mailer.close()
    await sent
    expect(server.received).toHaveLength(1)
  })
})

test.each([
  'Hello\r\nBcc: eve@example.com',
  'Hello\u2028Bcc: eve@example.com',
  'Hello\tBcc: eve@example.com',
])('a subject of several lines is sent as one line: %j', async (subject) => {
  const server = await smtp()
  const { mailer } = await open(server.url)
  await mailer.send(message({ subject }))
  expect(server.received.map((mail) => [mail.subject, mail.deliveredTo])).toEqual([
    ['Hello Bcc: eve@example.com', message().to],
  ])
})

describe('a field that could add a recipient or fake an identity is permanently refused', () => {
  test.each([
    { to: 'jane@example.com\r\nBcc: eve@example.com' },
    { to: 'jane@example.com\n' },
    { to: 'jane@example.com, eve@example.com' },
    { to: 'Eve <eve@example.com>' },
    { to: 'friends: eve@example.com;' },
    { to: '"eve@example.com x"@example.com' },
    { to: 'jane' },
    { to: `${'j'.repeat(250)}@example.com` },
    { replyTo: { name: '', address: 'jane@example.com\r\nBcc: eve@example.com' } },
    { id: '../../secret' },
    { id: 'a\r\nb' },
    { id: '' },
  ])('%j', async (changes) => {
    const server = await smtp()
    const overSmtp = await open(server.url)
    const local = await open()
    for (const { mailer, log } of [overSmtp, local]) {
      const error = await failure(mailer, message(changes))
      expect(error.permanent).toBe(true)
      expect(error.message + log.map((line) => JSON.parse(line).err.message).join()).not.toMatch(/eve|jane/)
    }
    expect(server.received).toEqual([])
    expect(await local.mailer.list()).toEqual([])
  })

  test.each(['', 'Deedbox', 'a@b.example, c@d.example', 'X\r\nBcc: e@f.example <a@b.example>'])(
    'MAIL_FROM %j',
    (mailFrom) => {
      const logger = pino({ level: 'silent' })
      expect(() => openMailer({ mailFrom, dataDir: tmpdir(), logger })).toThrow('MAIL_FROM')
    },
  )
})

describe('the local mailbox', () => {
  test('is empty before the first message', async () => {
    const { mailer } = await open()
    expect(mailer.kind).toBe('mailbox')
    expect(await mailer.list()).toEqual([])
    expect(await mailer.read(message().id)).toBeNull()
  })

  test('keeps whole messages as .eml files that only the owner may read, newest first', async () => {
    const { mailer, folder } = await open()
    const before = Date.now()
    await mailer.send(message({ id: 'first' }))
    // The file names differ by milliseconds.
    while (Date.now() === before) await new Promise(setImmediate)
    await mailer.send(message({ id: 'second', subject: 'Reminder' }))
    const list = await mailer.list()
    expect(list.map(({ id, subject }) => [id, subject])).toEqual([
      ['second', 'Reminder'],
      ['first', message().subject],
    ])
    expect(list[1]?.sentAt.getTime()).toBeGreaterThanOrEqual(before)
    const stored = await mailer.read('first')
    expect(stored).toMatchObject({ id: 'first', to: 'jane.citizen@example.com', subject: message().subject })
    expect(stored?.html.trim()).toBe(message().html)
    expect(stored?.text.trim()).toBe(message().text)
    const files = await readdir(folder)
    expect(files).toHaveLength(2)
    for (const file of files) {
      expect(file).toMatch(/^\d{8}T\d{9}Z_(first|second)\.eml$/)
      expect(await readFile(join(folder, file), 'utf8')).toMatch(/--\s*$/)
      expect((await stat(join(folder, file))).mode & 0o077).toBe(0)
    }
  })

  test('a retry replaces the file, also when both run at once', async () => {
    const { mailer, folder } = await open()
    await Promise.all([mailer.send(message()), mailer.send(message({ subject: 'Second try' }))])
    await mailer.send(message({ subject: 'Third try' }))
    expect(await readdir(folder)).toHaveLength(1)
    expect((await mailer.list()).map(({ subject }) => subject)).toEqual(['Third try'])
  })

  test('an id cannot reach outside the folder', async () => {
    const { mailer } = await open()
    await mailer.send(message())
    expect(await mailer.read('../mailbox/x')).toBeNull()
  })

  test('a folder that cannot be written is not permanent', async () => {
    const dataDir = '/dev/null'
    const mailer = openMailer({ mailFrom: 'a@b.example', dataDir, logger: pino({ level: 'silent' }) })
    expect(await failure(mailer)).toMatchObject({ permanent: false })
  })
})
