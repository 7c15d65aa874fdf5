import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { dayMs } from '@deedbox/contract/durations.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { upload } from '../../../sharing/grants/sample.testing.ts'
import type { TestApp } from '../../../testing/app.ts'
import { startSmtp } from '../../../testing/smtp.ts'
import { openGround } from '../backup.testing.ts'

const onPostgres = Boolean(inject('postgresUrl'))
/** Address where nobody listens. */
const noMail = 'smtp://127.0.0.1:9'
let ground: Awaited<ReturnType<typeof openGround>>
let env: Record<string, string>
let app: TestApp
let socket: string
beforeAll(async () => {
  ground = await openGround('folder')
  env = { ...(await ground.newTarget()), BACKUP_KEY: ground.key.publicKey }
  app = await ground.start({ ...env, SMTP_URL: noMail })
  socket = join(env.DATA_DIR ?? '', '.control')
})
afterAll(() => ground.stop())

test.skipIf(onPostgres || process.platform === 'win32')(
  'the embedded server makes backups and imports, and nothing else, for its own user only',
  async () => {
    expect(statSync(socket).mode & 0o777).toBe(0o600)
    const client = connect(socket)
    client.end('{"command":"restore","input":{"place":"file:///tmp"}}\n')
    expect(JSON.parse(await text(client))).toHaveProperty('fault')
    if (process.getuid?.() !== 0) return
    // Node becomes the other user once it runs: the folder that it lies in may be closed to others.
    const trying = `process.setgroups([]); process.setgid(65534); process.setuid(65534); require('net').connect(${JSON.stringify(socket)}).on('error', ({ code }) => process.stdout.write(code)).on('connect', () => process.exit())`
    const other = spawnSync(process.execPath, ['-e', trying], { encoding: 'utf8' })
    expect(other.stdout).toBe('EACCES')
  },
)

test('the command makes a copy of a running deployment; mail that waited is sent once after the restore', async () => {
  const owner = await app.person('trustee')
  // The guest's access has an end: access without one is given one after the restore, and told.
  const guest = await app.person('guest', { accessExpiresAt: new Date(Date.now() + 9 * dayMs) })
  const { id } = await upload(app, owner)
  const asked = await app.call(owner, 'POST', `/api/documents/${id}/access`, { email: guest.email })
  expect(asked.statusCode).toBe(201)
  const place = await ground.newPlace()
  const program = join(import.meta.dirname, '../../../commands/backup.ts')
  const child = spawn(process.execPath, [program, '--to', fileURLToPath(place)], {
    env: { PATH: process.env.PATH, ...env },
  })
  const [out, errors] = [text(child.stdout), text(child.stderr)]
  expect([await once(child, 'close'), await errors]).toEqual([[0, null], ''])
  expect(await out).toContain('1 document,')
  await app.stop()

  const target = await ground.newTarget()
  const { mails } = await ground.restore(place, target)
  expect(mails).toBe(1)
  const smtp = await startSmtp()
  try {
    const back = await ground.start({ ...target, SMTP_URL: smtp.url })
    await smtp.next(({ deliveredTo }) => deliveredTo === guest.email)
    await back.services.jobs.runDue()
    await back.stop()
    expect(smtp.received.map(({ deliveredTo }) => deliveredTo)).toEqual([guest.email])
  } finally {
    await smtp.stop()
  }
})
