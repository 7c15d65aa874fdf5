import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Upload } from 'tus-js-client'
import { type Server, startServer } from '../../e2e/support/server.ts'
import { freePort } from '../../server/src/testing/free-port.ts'
import { startPostgres } from '../../server/src/testing/postgres.ts'
import { residentMb } from '../../server/src/testing/resident.ts'
import { createChecks } from '../support/checks.ts'
import { type File, MB, makeFile, sendPlain, watching } from '../support/files.ts'
import { needPackages } from '../support/packages.ts'
import { type Swift, startSwift, swiftPackages } from '../support/swift.ts'

/*
 * A large file over a connection that is cut five times, a server that is killed and another one that takes over:
 * npm run trial -- resume [megabytes] [folder|S3]
 */

const [given, only] = process.argv.slice(2)
const megabytes = Number(given ?? 2_048)
const cuts = [0.1, 0.25, 0.4, 0.55, 0.7]
const killAt = 0.8
const { check, finish } = createChecks()
const folder = mkdtempSync(join(tmpdir(), 'deedbox-resume-'))
const say = (text: string) => process.stdout.write(`        ${text}\n`)

/** Opens a line to a server that can be cut, and led to another server. */
async function openLine(to: number) {
  const sockets = new Set<Socket>()
  let target = to
  const proxy = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  const port = await freePort()
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${port}`,
    cut: () => {
      for (const socket of sockets) socket.destroy()
    },
    leadTo: (other: number) => {
      target = other
    },
    close: () => proxy.close(),
  }
}

const portOf = ({ address }: Server) => Number(new URL(address).port)
/** Sends a file by tus; the id of the document. */
function send(url: string, cookie: string, file: File, onSent: (share: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    new Upload(createReadStream(file.path), {
      endpoint: `${url}/api/uploads`,
      headers: { cookie },
      metadata: { fileName: 'deeds.pdf', title: 'Deeds' },
      // The upload is one request: the server cuts it into parts.
      chunkSize: Number.POSITIVE_INFINITY,
      retryDelays: [200, 500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000],
      storeFingerprintForResuming: false,
      onProgress: (sent, whole) => onSent(sent / whole),
      onSuccess: ({ lastResponse }) => resolve(lastResponse.getHeader('deedbox-document') ?? ''),
      onError: reject,
    }).start()
  })
}

async function hashOf(server: Server, cookie: string, documentId: string): Promise<string> {
  const answer = await fetch(`${server.address}/api/documents/${documentId}/content`, { headers: { cookie } })
  const hash = createHash('sha256')
  for await (const chunk of answer.body ?? []) hash.update(chunk)
  return hash.digest('hex')
}

/** Sends files of three sizes by both ways, uncut; says the middle of five times, or of one for the largest. */
async function compare(server: Server, cookie: string): Promise<void> {
  for (const [megabytes, times] of [
    [1, 5],
    [50, 5],
    [256, 1],
  ] as const) {
    const file = await makeFile(folder, megabytes)
    const middle = async (work: () => Promise<unknown>) => {
      const took: number[] = []
      for (let n = 0; n < times; n++) {
        const began = performance.now()
        await work()
        took.push(performance.now() - began)
      }
      return took.sort((a, b) => a - b)[(times - 1) / 2] ?? 0
    }
    const tus = await middle(() => send(server.address, cookie, file, () => undefined))
    const plain = await middle(() => sendPlain(server, cookie, file, 'Plain'))
    say(`${megabytes} MB uncut: tus ${tus.toFixed(0)} ms, the plain call ${plain.toFixed(0)} ms`)
  }
}

async function resume(kind: 'folder' | 'S3', databaseUrl: string, swift: Swift): Promise<void> {
  const file = await makeFile(folder, megabytes)
  const env: Record<string, string> = {
    DATA_DIR: join(folder, kind),
    DATABASE_URL: databaseUrl,
    MASTER_KEY: randomBytes(32).toString('base64'),
    MAX_UPLOAD_BYTES: String(4_096 * MB),
    BREACH_RANGE_URL: 'http://127.0.0.1:9/',
    ...(kind === 'S3' && { STORAGE_URL: await swift.bucket('deeds') }),
  }
  const first = await startServer(env)
  const second = await startServer(env)
  try {
    const { cookie } = await first.ask('person', { role: 'trustee' })
    const line = await openLine(portOf(first))
    const left = [...cuts]
    let killed: Promise<void> | undefined
    const began = performance.now()
    const work = () =>
      send(line.url, cookie, file, (share) => {
        if (share >= (left[0] ?? 2)) {
          left.shift()
          line.cut()
        } else if (share >= killAt && !killed) {
          line.leadTo(portOf(second))
          killed = first.kill()
        }
      })
    const watched = await watching(second, () => watching(first, work))
    const seconds = (performance.now() - began) / 1_000
    line.close()
    if (left.length > 0 || !killed)
      throw new Error('The connection was not cut five times, or the server not killed')
    const documentId = watched.result.result
    if ((await hashOf(second, cookie, documentId)) !== file.sha256) throw new Error('It did not arrive whole')
    const owned = (await second.ask('rows', { sql: 'select id, sha256 from documents' })) as {
      sha256: string
    }[]
    if (owned.length !== 1 || owned[0]?.sha256 !== file.sha256)
      throw new Error('There is not exactly one document')
    say(
      `${kind}: ${Math.round(file.bytes / MB)} MB in ${seconds.toFixed(0)} s; memory of the first server ` +
        `${watched.result.before.toFixed(0)} → at most ${watched.result.most().toFixed(0)} MB, ` +
        `of the second ${watched.before.toFixed(0)} → at most ${watched.most().toFixed(0)} → ${residentMb(second.pid).toFixed(0)} MB after it`,
    )
    const most = Math.max(watched.result.most() - watched.result.before, watched.most() - watched.before)
    if (most > 350) throw new Error(`The memory grew by ${most.toFixed(0)} MB`)
    await compare(second, cookie)
  } finally {
    await Promise.all([first.kill(), second.stop()])
  }
}

needPackages(swiftPackages)
const postgres = await startPostgres({ durable: true })
if (!postgres) throw new Error('This trial needs PostgreSQL')
const swift = await startSwift(folder)
try {
  for (const kind of (['folder', 'S3'] as const).filter((one) => !only || one === only))
    await check(
      `a file of ${megabytes} MB into ${kind === 'S3' ? 'Swift' : 'a folder'}, cut five times, the server killed, another takes over: whole, once, in constant memory`,
      async () => resume(kind, await postgres.createDatabase(), swift),
    )
} finally {
  await swift.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
finish()
