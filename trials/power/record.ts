import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { dayMs } from '@deedbox/contract/durations.ts'
import { newBackupKey } from '../../server/src/operations/backup/place/keys.ts'
import { askForBackup } from '../../server/src/operations/backup/schedule/control.ts'
import { until } from '../support/server.ts'
import { type Act, type Done, type Person, type Recorded, seconds, sha256, someText } from './acts.ts'
import { startServer } from './server.ts'

const tus = { 'tus-resumable': '1.0.0' }
const encoded = (text: string) => Buffer.from(text).toString('base64')

/** Returns where the recorded Deedbox is, and what strace wrote. */
export const placesIn = (folder: string) => ({
  root: join(folder, 'disk'),
  dataDir: join(folder, 'disk', 'data'),
  place: join(folder, 'disk', 'copies'),
  trace: (n: number) => join(folder, `trace-${n}`),
  record: join(folder, 'record.json'),
})

/**
 * Lets people use a new Deedbox under strace: set-up, uploads, shares, deletions, a backup; a kill; the same again, content is
 * erased, a second backup. `record.json` says what was acknowledged, and when.
 */
export async function record(folder: string): Promise<void> {
  const { root, dataDir, place, trace, record: file } = placesIn(folder)
  mkdirSync(root, { recursive: true })
  // The place of backups is another disk, which is there before.
  mkdirSync(place)
  const key = await newBackupKey()
  const acts: Act[] = []

  /** Does something, and notes when it was begun and acknowledged. */
  async function act(work: () => Promise<Done>): Promise<void> {
    const begunAt = seconds()
    const done = await work()
    acts.push({ ...done, begunAt, ackedAt: seconds() })
  }
  let server = await startServer(dataDir, trace(1))
  const readyAt = seconds()
  const called = async (person: Person, method: string, path: string, body?: Buffer | object) => {
    const { status, bytes } = await server.call(person.cookie, method, path, body && { body })
    assert(status < 300, `${method} ${path}: ${status} ${bytes}`)
    return bytes.length > 0 ? JSON.parse(bytes.toString()) : null
  }
  async function upload(owner: Person, title: string, bytes: number): Promise<string> {
    const content = someText(bytes)
    let id = ''
    await act(async () => {
      const { document } = await called(
        owner,
        'POST',
        `/api/documents?fileName=deed.txt&title=${title}`,
        content,
      )
      id = document.id
      return { what: 'upload', owner, id, title, sha256: sha256(content) }
    })
    return id
  }
  async function uploadInParts(owner: Person, title: string): Promise<void> {
    const content = someText(5_000_000)
    const begun = await server.call(owner.cookie, 'POST', '/api/uploads', {
      headers: {
        ...tus,
        'upload-length': String(content.length),
        'upload-metadata': `fileName ${encoded('deed.txt')},title ${encoded(title)}`,
      },
    })
    assert.equal(begun.status, 201)
    const path = new URL(begun.headers.get('location') ?? '', 'http://localhost').pathname
    const send = async (from: number, to: number) => {
      const { status, bytes } = await server.call(owner.cookie, 'PATCH', path, {
        body: content.subarray(from, to),
        headers: { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(from) },
      })
      assert(status < 300, `${status} ${bytes}`)
    }
    for (const to of [2_200_000, 4_400_000])
      await act(async () => {
        await send(to - 2_200_000, to)
        return { what: 'part', owner, path, received: to }
      })
    await act(async () => {
      await send(4_400_000, content.length)
      const [row] = await server.rows<{ id: string }>(`select id from documents where title = '${title}'`)
      return { what: 'upload', owner, id: row?.id ?? '', title, sha256: sha256(content) }
    })
  }
  const share = (owner: Person, id: string, email: string) =>
    act(async () => {
      await called(owner, 'POST', `/api/documents/${id}/access`, { email })
      return { what: 'share', owner, id, email }
    })
  const remove = (owner: Person, id: string) =>
    act(async () => {
      await called(owner, 'DELETE', `/api/documents/${id}`)
      return { what: 'delete', owner, id }
    })
  const person = async (role: string): Promise<Person> => {
    let made: Person | undefined
    await act(async () => {
      made = await server.ask('person', { role })
      return { what: 'session', ...made }
    })
    assert(made)
    return made
  }
  /** Waits until what was promised by email is sent. */
  const mailed = (emails: string[]) =>
    act(async () => {
      await until(
        async () => (await server.rows("select 1 from mail_messages where status <> 'sent'")).length === 0,
        'the mail is sent',
      )
      return { what: 'mail', emails }
    })
  const backUp = () =>
    act(async () => {
      const made = await askForBackup(dataDir, { place: pathToFileURL(place).href, key: key.publicKey })
      assert(made)
      return { what: 'backup', copy: made.copy, documents: made.documents }
    })

  await act(async () => {
    const link = await server.ask('setUpLink')
    const token = new URL(link ?? '').pathname.split('/').at(-1)
    const admin = { email: 'admin@example.com', firstName: 'Ada', lastName: 'Smith' }
    const answer = await server.call('', 'POST', `/api/setup/${token}`, {
      body: { ...admin, password: 'a-long-and-unusual-passphrase-7' },
    })
    assert.equal(answer.status, 201, answer.bytes.toString())
    const [cookie = ''] = answer.headers.getSetCookie().map((one) => one.split(';')[0] ?? '')
    return { what: 'session', id: '', email: admin.email, cookie }
  })
  await server.rows(
    `update settings set "values" = '{"secondFactorRoles": []}', version = version + 1 returning version`,
  )
  const trustee = await person('trustee')
  const guests = [await person('guest'), await person('guest')]
  const ids: string[] = []
  for (const [n, bytes] of [900, 20_000, 700_000, 3_000].entries())
    ids.push(await upload(trustee, `deed-${n}`, bytes))
  for (const [n, guest] of guests.entries()) await share(trustee, ids[n] ?? '', guest.email)
  await mailed(guests.map(({ email }) => email))
  await remove(trustee, ids[2] ?? '')
  await uploadInParts(trustee, 'deed-in-parts')
  await backUp()
  await upload(trustee, 'deed-5', 40_000)
  await server.kill()

  server = await startServer(dataDir, trace(2))
  await act(async () => {
    await called(trustee, 'POST', `/api/documents/${ids[2]}/restore`)
    return { what: 'restore', owner: trustee, id: ids[2] ?? '' }
  })
  const other = await person('trustee')
  for (const n of [6, 7, 8]) await upload(other, `deed-${n}`, 10_000 * n)
  await remove(trustee, ids[3] ?? '')
  const last = await upload(other, 'deed-9', 5_000)
  const late = await person('guest')
  await share(other, last, late.email)
  await mailed([late.email])
  await server.ask('shift', { ms: 31 * dayMs })
  await act(async () => {
    await server.ask('runJobs', {})
    return { what: 'erase', ids: [ids[3] ?? ''] }
  })
  await server.ask('shift', { ms: -31 * dayMs })
  await backUp()
  await upload(other, 'deed-10', 2_000)
  const [deployment] = await server.rows<{ id: string }>('select id::text from deployment')
  await server.stop()

  const made: Recorded = {
    acts,
    readyAt,
    masterKey: readFileSync(join(dataDir, 'master.key'), 'utf8'),
    mark: deployment?.id ?? '',
    key,
  }
  writeFileSync(file, JSON.stringify(made))
}
