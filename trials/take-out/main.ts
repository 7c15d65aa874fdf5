import { strict as assert } from 'node:assert'
import { execFileSync } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { type Server, startServer } from '../../e2e/support/server.ts'
import { startPostgres } from '../../server/src/testing/postgres.ts'
import { residentMb } from '../../server/src/testing/resident.ts'
import { createChecks } from '../support/checks.ts'
import { MB, makeFile, sendPlain, watching } from '../support/files.ts'
import { needPackages } from '../support/packages.ts'

/*
 * npm run trial -- take-out [--large 4200] [--others 10]
 * An owner takes out one document of more than 4 GB and ten of 100 MB: one ZIP64, whose entries and offsets both need 64 bits. Three
 * other programs open it, and the server's memory is watched. Needs 15 GB of disk.
 */
const { values } = parseArgs({
  options: { large: { type: 'string', default: '4200' }, others: { type: 'string', default: '10' } },
})
const others = Number(values.others)
/** Growth of the server while it writes the ZIP. */
const MOST_MB = 250

needPackages({ '/usr/bin/unzip': 'unzip', '/usr/bin/7z': 'p7zip-full', '/usr/bin/python3': 'python3' })
const { check, finish } = createChecks()
const folder = mkdtempSync(join(tmpdir(), 'deedbox-take-out-'))
const zip = join(folder, 'all.zip')
const say = (text: string) => process.stdout.write(`        ${text}\n`)
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { encoding: 'utf8', stdio: 'pipe', maxBuffer: 64 * MB })

/** Downloads the take-out to the disk, as a browser does. */
async function takeOut(server: Server, cookie: string): Promise<void> {
  const begun = await fetch(`${server.address}/api/take-outs`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ organizationId: null }),
  })
  const text = await begun.text()
  assert.equal(begun.status, 201, text)
  const { takeOut } = JSON.parse(text) as { takeOut: { id: string } }
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${server.address}/api/take-outs/${takeOut.id}/content`, { headers: { cookie } }, resolve).on(
      'error',
      reject,
    )
  })
  assert.equal(answer.statusCode, 200)
  await pipeline(answer, createWriteStream(zip))
  const state = await fetch(`${server.address}/api/take-outs/${takeOut.id}`, { headers: { cookie } })
  const { takeOut: ended } = (await state.json()) as { takeOut: { state: string; missing: unknown[] } }
  assert.deepEqual([ended.state, ended.missing], ['done', []])
}

/** The SHA-256 of an entry, as Python's zipfile reads it, which also compares its checksum. */
const python = `
import hashlib, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as file:
    for one in file.infolist():
        digest = hashlib.sha256()
        with file.open(one) as content:
            while piece := content.read(1 << 20): digest.update(piece)
        print(digest.hexdigest(), one.file_size, one.filename)
`

async function tryAll(server: Server): Promise<void> {
  const { cookie } = await server.ask('person', { role: 'trustee' })
  const sums = new Set<string>()
  await check(`a document of ${values.large} MB and ${others} of 100 MB are stored`, async () => {
    const { most, before } = await watching(server, async () => {
      for (let n = 0; n <= others; n++) {
        const file = await makeFile(folder, n === 0 ? Number(values.large) : 100)
        await sendPlain(server, cookie, file, `Deed ${n}`)
        rmSync(file.path)
        sums.add(file.sha256)
      }
    })
    say(`memory of the server ${before.toFixed(0)} → at most ${most().toFixed(0)} MB`)
  })
  await check('all of them are taken out in constant memory', async () => {
    const began = performance.now()
    const { most, before } = await watching(server, () => takeOut(server, cookie))
    const [bytes, seconds] = [statSync(zip).size, (performance.now() - began) / 1_000]
    say(
      `${Math.round(bytes / MB)} MB in ${seconds.toFixed(0)} s; memory of the server ${before.toFixed(0)} → at most ` +
        `${most().toFixed(0)} → ${residentMb(server.pid).toFixed(0)} MB after it`,
    )
    assert(bytes > (Number(values.large) + others * 100) * MB)
    assert(most() - before < MOST_MB, `the memory grew by ${(most() - before).toFixed(0)} MB`)
  })
  await check("Debian's unzip finds nothing wrong", () => {
    assert.match(run('unzip', '-tq', zip), /No errors detected/)
  })
  await check("Debian's 7z finds nothing wrong", () => {
    assert.match(run('7z', 't', zip), /Everything is Ok/)
  })
  await check("Python's zipfile reads each document byte for byte", () => {
    const found = run('/usr/bin/python3', '-c', python, zip).trim().split('\n')
    const documents = found.filter((line) => line.includes(' documents/'))
    assert.deepEqual(new Set(documents.map((line) => line.split(' ')[0])), sums)
    for (const name of ['documents.csv', 'history.csv', 'grants.csv', 'README.txt'])
      assert(
        found.some((line) => line.endsWith(` ${name}`)),
        name,
      )
  })
}

const postgres = await startPostgres({ durable: true })
if (!postgres) throw new Error('This trial needs PostgreSQL')
const server = await startServer({
  DATA_DIR: join(folder, 'data'),
  DATABASE_URL: await postgres.createDatabase(),
  MAX_UPLOAD_BYTES: String(5_000 * MB),
})
try {
  await tryAll(server)
} finally {
  await server.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
finish()
