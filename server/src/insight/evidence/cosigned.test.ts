import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildVerifier } from '@deedbox/proof/build.ts'
import { examine } from '@deedbox/proof/evidence.ts'
import { heldOf, reportLines, stampCommand, verdictText } from '@deedbox/proof/evidence-words.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { upload } from '../../sharing/grants/sample.testing.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { openWitness, serveWitness, type Witness } from '../log/witness.ts'
import { openssl, startAuthority } from './authority.testing.ts'
import { bytesIn, evidenceZip, filesIn, startEvidence } from './zip.testing.ts'

let app: TestApp
let witness: Witness
/** Witness one answers after it. */
let gate: Promise<void> = Promise.resolve()
let server: Server
let authority: Awaited<ReturnType<typeof startAuthority>>
const folder = mkdtempSync(join(tmpdir(), 'deedbox-cosigned-'))
beforeAll(async () => {
  await buildVerifier(join(import.meta.dirname, '../../../../proof/dist'))
  const open = (logs: string[]) => openWitness({ folder, name: 'witness.example/one', logs })
  const { verifierKey } = open([])
  const away = openWitness({ folder: join(folder, 'away'), name: 'witness.example/two', logs: [] })
  // It learns the log's key once there is one.
  server = serveWitness({
    verifierKey,
    add: (body) => witness.add(body),
    newest: (path) => witness.newest(path),
  })
  const [listener] = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request').on('request', async (...asked) => {
    await gate
    listener?.(...asked)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  authority = await startAuthority(join(folder, 'authority'))
  app = await startTestApp({
    TIMESTAMP_URL: authority.url,
    WITNESSES: [
      ...['# The Law Society', `witness one ${verifierKey} http://127.0.0.1:${port}`],
      ...['# Chen & Whitlam', `witness two ${away.verifierKey} http://127.0.0.1:9`],
      'quorum one',
    ].join('\n'),
  })
  await app.services.log.catchUp()
  const { rows } = await app.services.database.query<{ key: string }>(
    'select verifier_key as key from log_origins',
  )
  witness = open(rows.map(({ key }) => key))
  await app.services.database.query('delete from log_witnesses')
})
afterAll(async () => {
  server.close()
  authority.server.close()
  await app.stop()
  rmSync(folder, { recursive: true })
})

/** Policy that somebody holds who got the keys from elsewhere. */
const heldPolicy = async (zip: Buffer) => (await bytesIn(zip, 'policy.txt')).toString()
const found = async (zip: Buffer, held = '') => examine(await filesIn(zip), heldOf(held))

test('the head of evidence carries the cosignatures of the witnesses, and says who is missing', async () => {
  const admin = await app.person('admin')
  const trustee = await app.person('trustee')
  const deed = await upload(app, trustee, { title: 'Smith deed' })
  const zip = await evidenceZip(app, admin, { document: deed.id })
  const policy = await heldPolicy(zip)
  expect(policy).toContain('# The Law Society\nwitness one ')
  const alone = await found(zip)
  expect(alone.problems).toEqual([])
  expect(alone.logs.map((log) => verdictText(log).title)).toEqual(['Agrees with itself'])
  expect(alone.logs).toMatchObject([{ witnesses: [{ name: 'one' }], missing: ['two'] }])
  const cosigned = await found(zip, policy)
  expect(cosigned.logs.map((log) => verdictText(log).title)).toEqual([
    'Cosigned by 1 independent witness under this policy',
  ])
  expect(reportLines(cosigned).join('\n')).toMatch(/one at 20\d\d-.*Not cosigned by two\./s)
  const both = `${policy.replace('quorum one', '')}group both all one two\nquorum both\n`
  expect((await found(zip, both)).logs).toMatchObject([
    { verdict: null, refused: 'Checkpoint: too few witnesses of the policy cosigned it.' },
  ])
  expect((await bytesIn(zip, 'README.txt')).toString()).toContain(
    'one (The Law Society), on the machine of Deedbox itself, so not independent; two (Chen & Whitlam)',
  )
})

/** The header of the seal, and at least one byte of it. */
const sealBegun = /PK.{28}seal\.json./s

test('evidence goes on to be sent while it waits for a witness', async () => {
  const admin = await app.person('admin')
  const trustee = await app.person('trustee')
  const deed = await upload(app, trustee, { title: 'Green deed' })
  await app.services.database.query("update log_witnesses set asked_at = asked_at - interval '2 minutes'")
  const { promise, resolve } = Promise.withResolvers<void>()
  gate = promise
  const begun = await startEvidence(app, admin, { document: deed.id })
  const url = `/api/audit/evidence/${begun.json().evidence.id}/content`
  const answer = await app.call(admin, 'GET', url, undefined, { payloadAsStream: true })
  const pieces: Buffer[] = []
  for await (const piece of answer.stream()) {
    pieces.push(piece)
    // The seal comes after all that the manifest lists, and before anything under the cosigned head.
    if (sealBegun.test(Buffer.concat(pieces).toString('latin1'))) resolve()
  }
  const { problems, logs } = await found(Buffer.concat(pieces))
  expect(problems).toEqual([])
  expect(logs).toMatchObject([{ witnesses: [{ name: 'one' }], missing: ['two'] }])
})

test('witnesses that are away hold nothing up: evidence is made without them and says so', async () => {
  const admin = await app.person('admin')
  const trustee = await app.person('trustee')
  const deed = await upload(app, trustee, { title: 'Brown deed' })
  server.close()
  await app.services.database.query("update log_witnesses set asked_at = asked_at - interval '2 minutes'")
  const zip = await evidenceZip(app, admin, { document: deed.id })
  const { problems, logs } = await found(zip, await heldPolicy(zip))
  expect(problems).toEqual([])
  expect(logs).toMatchObject([{ verdict: null, witnesses: [], missing: ['one', 'two'] }])
})

test('evidence has a time stamp that OpenSSL verifies; a changed or missing one is named', async () => {
  const admin = await app.person('admin')
  const trustee = await app.person('trustee')
  const deed = await upload(app, trustee, { title: 'Jones deed' })
  const zip = await evidenceZip(app, admin, { document: deed.id })
  const at = join(folder, 'authority')
  for (const name of ['manifest.txt', 'timestamp.tsr'])
    writeFileSync(join(at, name), await bytesIn(zip, name))
  const check = stampCommand.replace('authority.pem', 'ca.pem').split(' ').slice(1)
  expect((await openssl(at, ...check)).stdout).toContain('Verification: OK')
  const { stdout } = await openssl(at, 'ts', '-reply', '-in', 'timestamp.tsr', '-text')
  const { problems, stampedAt } = await found(zip)
  expect(problems).toEqual([])
  expect(stampedAt).toEqual(new Date(/Time stamp: (.*)/.exec(stdout)?.[1] ?? ''))
  expect(reportLines(await found(zip)).join('\n')).toContain(stampCommand)

  const stamp = await bytesIn(zip, 'timestamp.tsr')
  const whole = await filesIn(zip)
  for (const place of [0, 12, stamp.length >> 1, stamp.length - 1]) {
    const changed = Buffer.from(stamp)
    changed.writeUInt8(changed.readUInt8(place) ^ 1, place)
    const files = {
      names: whole.names,
      read: (name: string) => (name === 'timestamp.tsr' ? pieces(changed) : whole.read(name)),
    }
    expect((await examine(files)).problems.map(({ file }) => file)).toContain('timestamp.tsr')
  }
  const without = { names: whole.names.filter((name) => name !== 'timestamp.tsr'), read: whole.read }
  expect((await examine(without)).problems).toEqual([{ file: 'timestamp.tsr', what: 'It is missing.' }])
})

async function* pieces(bytes: Buffer) {
  yield new Uint8Array(bytes)
}

test('an authority that is away, answers nonsense or another request leaves evidence without a time stamp', async () => {
  const admin = await app.person('admin')
  const trustee = await app.person('trustee')
  const deed = await upload(app, trustee, { title: 'Lee deed' })
  let former: Buffer | null = null
  const answers: ((reply: Buffer) => Buffer | null)[] = [
    (reply) => {
      former = reply
      return null
    },
    () => Buffer.from('<html>Not found</html>'),
    () => former,
  ]
  for (const answer of answers) {
    authority.answer = answer
    const { problems, stampedAt } = await found(await evidenceZip(app, admin, { document: deed.id }))
    expect({ problems, stampedAt }).toEqual({ problems: [], stampedAt: null })
  }
})
