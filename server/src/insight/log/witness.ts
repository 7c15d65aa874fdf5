import { createHash, randomBytes, randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { parseCheckpoint } from '@deedbox/proof/checkpoint.ts'
import { cosignatureSigner, verifierOf } from '@deedbox/proof/cosignature.ts'
import { parseNote, signatureLine, verifierKeyText } from '@deedbox/proof/note.ts'
import { judgeCheckpoint } from '@deedbox/proof/witness.ts'
import { syncFolderNow } from '../../platform/durable.ts'

/** Limit of bytes of a request: 63 hashes and a note of a hundred signatures take less. */
const MAX_BYTES = 64 * 1024

/** Makes a file last before anything is answered. */
function keep(folder: string, name: string, text: string): void {
  const temporary = join(folder, `${name}.${randomUUID()}`)
  try {
    const written = openSync(temporary, 'wx', 0o600)
    writeFileSync(written, text)
    fsyncSync(written)
    closeSync(written)
    renameSync(temporary, join(folder, name))
    syncFolderNow(folder)
  } finally {
    rmSync(temporary, { force: true })
  }
}

const fileOf = (origin: string) => createHash('sha256').update(origin).digest('hex')

interface Answer {
  status: number
  type: string
  body: string
}
const plain = (status: number, body: string): Answer => ({ status, type: 'text/plain; charset=utf-8', body })

/**
 * Opens a witness (C2SP tlog-witness v1.0.0) that cosigns heads of these logs. It keeps a head, synced, before it answers; it judges and keeps
 * without a pause in between, so no two requests mix.
 * @param folder where its key and the last head of each log stand; made where it is missing
 */
export function openWitness(options: {
  folder: string
  name: string
  logs: readonly string[]
  now?: () => Date
}) {
  const { folder, name, now = () => new Date() } = options
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!existsSync(join(folder, 'witness.key')))
    keep(folder, 'witness.key', `${randomBytes(32).toString('base64')}\n`)
  const seed = new Uint8Array(Buffer.from(readFileSync(join(folder, 'witness.key'), 'utf8').trim(), 'base64'))
  const logs = options.logs.map(verifierOf)
  const kept = (file: string) =>
    existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : null

  function add(body: string): Answer {
    const judged = judgeCheckpoint(body, logs, (origin) => {
      const note = kept(fileOf(origin))
      return note === null ? null : parseCheckpoint(parseNote(note).text)
    })
    if (judged.status === 409) return { status: 409, type: 'text/x.tlog.size', body: `${judged.size}\n` }
    if (judged.status !== 200) return plain(judged.status, `${judged.reason}\n`)
    const signer = cosignatureSigner(name, seed, Math.floor(now().getTime() / 1_000))
    const own = signatureLine({ ...signer.key, signature: signer.sign(judged.text) })
    const ofLog = signatureLine({ ...judged.key, signature: judged.signature })
    keep(folder, fileOf(judged.checkpoint.origin), `${judged.text}\n${ofLog}${own}`)
    return plain(200, own)
  }

  function newest(path: string): Answer {
    const [, file] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(path) ?? []
    const note = file === undefined ? null : kept(file)
    return note === null ? plain(404, 'There is no such checkpoint.\n') : plain(200, note)
  }

  return {
    /** Key by which others check its cosignatures. */
    verifierKey: verifierKeyText(cosignatureSigner(name, seed, 0).key),
    add,
    newest,
  }
}
export type Witness = ReturnType<typeof openWitness>

async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

async function answerTo(witness: Witness, request: IncomingMessage): Promise<Answer> {
  const path = request.url ?? ''
  if (request.method === 'GET') return witness.newest(path)
  if (request.method !== 'POST' || path !== '/add-checkpoint') return plain(404, 'There is nothing here.\n')
  const body = await bodyOf(request)
  return body === null ? plain(400, 'The request is too long.\n') : witness.add(body)
}

/** Serves a witness over HTTP; a proxy in front adds TLS. */
export function serveWitness(witness: Witness): Server {
  return createServer((request: IncomingMessage, response: ServerResponse) => {
    answerTo(witness, request)
      // A disk that is full or gone: nothing was kept, so nothing is signed.
      .catch(() => plain(500, 'The checkpoint could not be kept.\n'))
      .then(({ status, type, body }) => {
        response.writeHead(status, { 'content-type': type, connection: 'close' })
        response.end(body)
      })
  })
}
