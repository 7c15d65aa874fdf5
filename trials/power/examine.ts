import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openPlace } from '../../server/src/operations/backup/place/place.ts'
import { verify } from '../../server/src/operations/backup/restore/verify.ts'
import { askForBackup } from '../../server/src/operations/backup/schedule/control.ts'
import { type Act, type Recorded, sha256 } from './acts.ts'
import { placesIn } from './record.ts'
import { type Server, startServer } from './server.ts'

type On<W extends Act['what']> = Extract<Act, { what: W }>
/** Acts that were acknowledged before the cut, and that had been begun. */
type Known = Recorded & { acked: Act[]; begun: Act[]; cutAt: number }

/**
 * Starts Deedbox on what a power cut left, and looks for everything that was acknowledged before.
 * @param cutAt when the power was cut, in seconds since 1970
 * @throws with what is missing
 */
export async function examine(folder: string, recorded: Recorded, cutAt: number): Promise<void> {
  const { dataDir, place } = placesIn(folder)
  const acked = recorded.acts.filter(({ ackedAt }) => ackedAt < cutAt)
  const begun = recorded.acts.filter(({ begunAt }) => begunAt < cutAt)
  const known = { ...recorded, acked, begun, cutAt }
  const of = <W extends Act['what']>(what: W) => acked.filter((one): one is On<W> => one.what === what)
  const server = await startServer(dataDir)
  try {
    lookAtFiles(dataDir, known)
    // Things that jobs erase and tidy up a month later are gone rightly, if they had begun.
    const isLater = begun.some(({ what }) => what === 'erase')
    for (const { email, cookie, id } of of('session')) {
      if (isLater && id === '') continue
      const { status, bytes } = await server.call(cookie, 'GET', '/api/session')
      assert(
        status === 200 && bytes.toString().includes(email),
        `the session of ${email}: ${status} ${bytes}`,
      )
    }
    for (const one of of('upload')) await lookAtDocument(server, one, known)
    for (const one of of('share')) await lookAtShare(server, one, isLater)
    if (!isLater) for (const one of of('part')) await lookAtPart(server, one)
    for (const { emails } of of('mail'))
      for (const email of emails) assert(hasMail(dataDir, email), `the mail to ${email}`)
    const copies = of('backup')
    if (copies.length > 0) await verified(place, recorded)
    if (begun.some(({ what }) => what === 'backup') && recorded.acts.length > 0) {
      const made = await askForBackup(dataDir, {
        place: pathToFileURL(place).href,
        key: recorded.key.publicKey,
      })
      assert.equal(made?.problem, null, 'the next backup')
      await verified(place, recorded)
    }
  } finally {
    await server.kill()
  }
}

function lookAtFiles(dataDir: string, { masterKey, mark, readyAt, cutAt }: Known): void {
  const read = (name: string) => readFileSync(join(dataDir, name), 'utf8')
  if (cutAt > readyAt) {
    assert.equal(read('master.key'), masterKey, 'the master key')
    assert.equal(read('documents/.deployment').trim(), mark, 'the mark of the store')
  }
  const remains = readdirSync(dataDir).filter((name) => name.startsWith('drawn-pages-'))
  assert.deepEqual(remains, [], 'remains in the data folder')
  for (const name of mails(dataDir)) assert(statSync(name).size > 0, `${name} is empty`)
}

function mails(dataDir: string): string[] {
  const folder = join(dataDir, 'mailbox')
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}
const hasMail = (dataDir: string, email: string): boolean =>
  mails(dataDir).some((name) => readFileSync(name, 'utf8').includes(email))

async function lookAtDocument(
  server: Server,
  { id, owner, title, sha256: expected }: On<'upload'>,
  { acked, begun }: Known,
) {
  const [row, ...more] = await server.rows<{ id: string; deleted: boolean; erased: boolean }>(
    `select id, deleted_at is not null as deleted, wrapped_key is null as erased from documents where title = '${title}'`,
  )
  assert(row?.id === id && more.length === 0, `the document ${title}`)
  const events = await server.rows(
    `select 1 from audit_events where document_id = '${id}' and event = 'document_uploaded'`,
  )
  assert.equal(events.length, 1, `the event of ${title}`)
  const about = (acts: Act[]) =>
    acts.filter(
      (one) =>
        (one.what === 'erase' && one.ids.includes(id)) ||
        ((one.what === 'delete' || one.what === 'restore') && one.id === id),
    )
  const [last, next] = [about(acked).at(-1)?.what, about(begun).at(-1)?.what]
  const isOver = last === next
  if (isOver) assert.equal(row.erased, last === 'erase', `${title} is erased`)
  if (isOver) assert.equal(row.deleted, last === 'erase' || last === 'delete', `${title} is deleted`)
  if (row.erased) return
  if (row.deleted) {
    const { status, bytes } = await server.call(owner.cookie, 'POST', `/api/documents/${id}/restore`)
    assert(status < 300, `restoring ${title}: ${status} ${bytes}`)
  }
  const { status, bytes } = await server.call(owner.cookie, 'GET', `/api/documents/${id}/content`)
  assert.equal(status, 200, `the content of ${title}: ${bytes.subarray(0, 300)}`)
  assert.equal(sha256(bytes), expected, `the content of ${title}, byte for byte`)
}

async function lookAtShare(server: Server, { id, email }: On<'share'>, isLater: boolean): Promise<void> {
  const grants = await server.rows(
    `select 1 from document_access where document_id = '${id}' and user_email = '${email}' and status in ('active', 'expired')`,
  )
  assert.equal(grants.length, 1, `the access of ${email}`)
  if (isLater) return
  const sent = await server.rows<{ status: string }>(
    `select status from mail_messages where recipient = '${email}'`,
  )
  assert(sent.length > 0, `the mail that was promised to ${email}`)
  if (sent.some(({ status }) => status === 'sent'))
    assert(hasMail(server.dataDir, email), `the mail that was sent to ${email}`)
}

async function lookAtPart(server: Server, { owner, path, received }: On<'part'>): Promise<void> {
  const { status, bytes } = await server.call(owner.cookie, 'GET', path)
  assert.equal(status, 200, `the upload: ${bytes}`)
  const { upload } = JSON.parse(bytes.toString()) as {
    upload: { received: number; documentId: string | null }
  }
  assert(
    upload.documentId !== null || upload.received >= received,
    `${upload.received} of ${received} bytes of the upload`,
  )
  const parts = await server.rows<{ parts: { name: string }[] }>(
    'select parts from uploads where document_id is null',
  )
  for (const { name } of parts.flatMap((row) => row.parts))
    assert(
      statSync(join(server.dataDir, 'documents', '.uploads', name)).size > 0,
      'a part that was acknowledged',
    )
}

async function verified(place: string, { key }: Recorded): Promise<void> {
  const { problems } = await verify({
    place: await openPlace(pathToFileURL(place).href),
    privateKey: key.privateKey,
  })
  assert.deepEqual(problems, [], 'verifying the newest copy')
}
