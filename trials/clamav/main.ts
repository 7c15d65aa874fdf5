import assert from 'node:assert/strict'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { deflateSync } from 'node:zlib'
import { Upload } from 'tus-js-client'
import { startServer } from '../../e2e/support/server.ts'
import { eicar } from '../../server/src/platform/clamd.testing.ts'
import { zipOf } from '../../server/src/platform/zip.testing.ts'
import { freePort } from '../../server/src/testing/free-port.ts'
import { createChecks } from '../support/checks.ts'
import { needPackages } from '../support/packages.ts'
import { type Program, startProgram } from '../support/process.ts'
import { home, pause, until } from '../support/server.ts'

/*
 * npm run trial -- clamav: Debian's clamd, with a signature of the harmless test file only, in front of a whole Deedbox: plain and resumable
 * uploads and the folder import.
 */

const MB = 1024 * 1024
needPackages({ '/usr/sbin/clamd': 'clamav-daemon' })
const root = mkdtempSync(join(tmpdir(), 'deedbox-clamav-'))
chmodSync(root, 0o755)
const { check, finish } = createChecks()

const port = await freePort()
const config = join(root, 'clamd.conf')
/** Folder where clamd keeps what it receives until it has all of it. */
const receiving = join(root, 'receiving')
mkdirSync(receiving)
mkdirSync(join(root, 'signatures'))
writeFileSync(join(root, 'signatures', 'test.ndb'), `Test.Eicar:0:*:${Buffer.from(eicar).toString('hex')}\n`)
writeFileSync(
  config,
  `Foreground yes
User root
TCPSocket ${port}
TCPAddr 127.0.0.1
DatabaseDirectory ${join(root, 'signatures')}
TemporaryDirectory ${receiving}
StreamMaxLength 110M
MaxScanSize 110M
MaxFileSize 110M
AlertExceedsMax yes
`,
)
/** Returns once clamd has read its signatures. */
async function startClamd(): Promise<Program> {
  const program = startProgram('/usr/sbin/clamd', ['-c', config], join(root, 'clamd.log'))
  await until(
    () => fetch(`http://127.0.0.1:${port}`).catch(({ cause }) => cause.code !== 'ECONNREFUSED'),
    'clamd answers',
  )
  return program
}
let clamd = await startClamd()
/** Tells whether clamd has received a part of a file, and not yet scanned it. */
const hasBegun = () => readdirSync(receiving).some((name) => statSync(join(receiving, name)).size > MB)

const dataDir = join(root, 'data')
const env = { DATA_DIR: dataDir, CLAMD_URL: `tcp://127.0.0.1:${port}`, MAX_UPLOAD_BYTES: String(150 * MB) }
const server = await startServer(env)
const person = await server.ask('person', { role: 'trustee' })
const { cookie } = person

type Answer = { status: number; code: string; message: string }
const answerOf = (status: number, body: string): Answer => {
  const { code = '', message = '' } = body.startsWith('{') ? (JSON.parse(body).error ?? {}) : {}
  return { status, code, message }
}

async function plain(name: string, content: Buffer): Promise<Answer> {
  const query = new URLSearchParams({ fileName: name, title: name })
  const response = await fetch(`${server.address}/api/documents?${query}`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(content),
  })
  return answerOf(response.status, await response.text())
}

/** Uploads a file in requests of 5 MB, each tried once. */
function resumable(name: string, content: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    new Upload(content, {
      endpoint: `${server.address}/api/uploads`,
      headers: { cookie },
      metadata: { fileName: name, title: name },
      chunkSize: 5 * MB,
      retryDelays: [],
      storeFingerprintForResuming: false,
      onSuccess: () => resolve({ status: 201, code: '', message: '' }),
      onError: (error) => {
        const answer = 'originalResponse' in error ? error.originalResponse : null
        if (answer) resolve(answerOf(answer.getStatus(), answer.getBody()))
        else reject(error)
      },
    }).start()
  })
}

let imports = 0
/** Puts the file into a folder and imports it through the running server. */
async function byImport(name: string, content: Buffer): Promise<Answer> {
  const folder = join(root, `folder-${++imports}`)
  mkdirSync(folder)
  writeFileSync(join(folder, name), content)
  const report = join(root, `report-${imports}.csv`)
  const command = [join(home, 'server/dist/import.js'), folder, '--owner', person.email, '--report', report]
  const { promise, resolve } = Promise.withResolvers<number | null>()
  const program = startProgram(
    '/usr/bin/env',
    [`DATA_DIR=${dataDir}`, process.execPath, ...command],
    join(root, 'import.log'),
  )
  program.process.once('exit', resolve)
  const exit = await promise
  return { status: exit === 0 ? 201 : (exit ?? -1), code: '', message: readFileSync(report, 'utf8') }
}

const ways = { plain, resumable, import: byImport }
type Way = keyof typeof ways
const filesIn = (folder: string): string[] =>
  readdirSync(join(dataDir, folder), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
/** Counts what is stored now: documents, files in the store, parts of uploads, refusals on record. */
async function storedNow() {
  const [row] = await server.ask('rows', {
    sql: `select (select count(*)::int from documents) as documents,
      (select count(*)::int from audit_events where event = 'infected_file_refused') as refused`,
  })
  const { documents, refused } = row as { documents: number; refused: number }
  const files = filesIn('documents').filter((path) => !path.includes('/.deployment'))
  const parts = files.filter((path) => path.includes('/.uploads/')).length
  return { documents, refused, files: files.length - parts, parts }
}
/** Returns what is stored once it no longer changes: the parts of an upload go after its answer. */
async function stored() {
  for (let last = await storedNow(); ; ) {
    await pause(300)
    const now = await storedNow()
    if (isDeepStrictEqual(now, last)) return now
    last = now
  }
}

const virus = Buffer.from(eicar)
const deflated = deflateSync(virus)
const text = (words: string) => Buffer.from(words)
const infected: Record<string, Buffer> = {
  'letter.txt': Buffer.concat([text('Dear Sir,\n'), virus]),
  'deed.docx': zipOf({
    '[Content_Types].xml': text('<Types/>'),
    'word/document.xml': text('<document/>'),
    'word/embeddings/a.txt': virus,
  }),
  'will.pdf': Buffer.concat([
    text(`%PDF-1.4\n1 0 obj\n<</Length ${deflated.length}/Filter/FlateDecode>>\nstream\n`),
    deflated,
    text('\nendstream\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  ]),
}
/** Makes a file that is never the same twice: an import leaves out what it has had. */
const clean = (megabytes: number) => Buffer.alloc(megabytes * MB, `A deed of trust, ${Math.random()}. `)

try {
  for (const way of Object.keys(ways) as Way[]) {
    for (const [name, content] of Object.entries(infected))
      await check(
        `${way}: the test virus in ${name} is refused and audited, and nothing of it stays`,
        async () => {
          const before = await stored()
          const { status, code, message } = await ways[way](name, content)
          if (way === 'import') assert.equal(status, 1)
          else assert.deepEqual([status, code], [422, 'file-infected'])
          assert.match(
            message,
            /A virus was found in this file \(Test\.Eicar\.UNOFFICIAL\), so it was not stored/,
          )
          assert.deepEqual(await stored(), { ...before, refused: before.refused + 1 })
          const [event] = (await server.ask('rows', {
            sql: "select actor_email, notes from audit_events where event = 'infected_file_refused' order by id desc limit 1",
          })) as { actor_email: string; notes: string }[]
          assert.deepEqual(event, { actor_email: person.email, notes: `${name} · Test.Eicar.UNOFFICIAL` })
        },
      )
    await check(`${way}: a clean file of 100 MB is stored`, async () => {
      const before = await stored()
      assert.equal((await ways[way]('large.txt', clean(100))).status, 201)
      assert.equal((await stored()).documents, before.documents + 1)
    })
    await check(`${way}: a file above clamd's StreamMaxLength is not stored`, async () => {
      const before = await stored()
      const { status, code, message } = await ways[way]('larger.txt', clean(115))
      if (way === 'import') assert.equal(status, 1)
      else assert.deepEqual([status, code], [413, 'scanner-limit'])
      assert.match(message, /too large to be checked for viruses/)
      assert.deepEqual(await stored(), before)
    })
    await check(
      `${way}: clamd is killed in the middle, nothing is stored; it comes back, and files are`,
      async () => {
        const before = await stored()
        const sending = ways[way]('broken.txt', clean(100))
        await until(hasBegun, 'clamd receives the file')
        await clamd.end('SIGKILL')
        const { status, code, message } = await sending
        if (way === 'import') assert.equal(status, 2)
        else assert.deepEqual([status, code], [503, 'scanner-unavailable'])
        assert.match(message, /could not be checked for viruses/)
        // The part of a resumable upload that has arrived stays for a day: it can go on.
        const { parts, ...after } = await stored()
        assert.deepEqual({ ...after, parts: before.parts }, before)
        assert.equal(parts > before.parts, way === 'resumable')
        for (const name of readdirSync(receiving)) rmSync(join(receiving, name), { recursive: true })
        clamd = await startClamd()
        assert.equal((await ways[way]('again.txt', clean(1))).status, 201)
      },
    )
  }
} finally {
  await server.stop()
  await clamd.end()
  rmSync(root, { recursive: true, force: true })
}
finish()
