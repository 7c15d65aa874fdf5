import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { inTurn, type Line, median, type Target } from './report.ts'
import type { Seeded } from './seed.ts'
import type { Server } from './server.ts'

/** Makes a file sent as a PDF: its mark and then bytes that cannot be compressed. */
const pdf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes)], bytes)
const small = pdf(1_000_000)
const large = pdf(50_000_000)

type Call = { url: string; headers?: () => Record<string, string>; body?: Buffer }
type Answer = { bytes: number; firstByteMs: number; text: () => string; sha256: () => string }

/** Sends one request; what comes is counted and, when `keep` is set, kept. */
function call(agent: Agent, { url, headers = () => ({}), body }: Call, keep = false): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    let firstByteMs = 0
    let bytes = 0
    const kept: Buffer[] = []
    const length = body ? { 'content-length': body.length } : {}
    const sent = request(url, { agent, method: body ? 'POST' : 'GET', headers: { ...headers(), ...length } })
    sent.once('response', (response: IncomingMessage) => {
      response.on('data', (chunk: Buffer) => {
        if (bytes === 0) firstByteMs = performance.now() - began
        bytes += chunk.length
        if (keep) kept.push(chunk)
      })
      response.once('error', reject)
      response.once('end', () => {
        if ((response.statusCode ?? 500) >= 300) return reject(new Error(`${url}: ${response.statusCode}`))
        const all = () => Buffer.concat(kept)
        resolve({
          bytes,
          firstByteMs,
          text: () => all().toString(),
          sha256: () => createHash('sha256').update(all()).digest('hex'),
        })
      })
    })
    sent.setTimeout(20_000, () =>
      sent.destroy(new Error(`${url}: no answer, ${body?.length ?? 0} bytes sent`)),
    )
    sent.once('error', reject).end(body)
  })
}

/** Measures MB/s of `each` call made `count` times, `connections` at a time. */
async function rate(connections: number, count: number, each: Call, megabytes: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let left = count
  const began = performance.now()
  const caller = async () => {
    while (left-- > 0) {
      const { bytes } = await call(agent, each)
      if (!each.body && bytes !== megabytes * 1e6) throw new Error(`${each.url}: ${bytes} bytes came`)
    }
  }
  await Promise.all(Array.from({ length: connections }, caller))
  const seconds = (performance.now() - began) / 1000
  agent.destroy()
  return (count * megabytes) / seconds
}

/** Measures milliseconds until the first byte of the content, median of `count` downloads, `connections` at a time. */
async function firstByte(connections: number, count: number, each: Call): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  let left = count
  const caller = async () => {
    while (left-- > 0) times.push((await call(agent, each)).firstByteMs)
  }
  await Promise.all(Array.from({ length: connections }, caller))
  agent.destroy()
  return median(times)
}

/** Measures upload, download and the time to the first byte, after a check that the upload comes back unchanged. */
export async function measureFiles(
  on: string,
  servers: { deedbox: Server; limit: Server },
  folder: string,
  { trustee, trustees }: Seeded,
  { rounds, judged }: { rounds: number; judged: boolean },
): Promise<Line[]> {
  let calls = 0
  const headers = () => ({
    cookie: trustees[calls++ % trustees.length] ?? '',
    'content-type': 'application/pdf',
  })
  const ours = (body: Buffer): Call => ({
    url: `${servers.deedbox.url}/api/documents?fileName=deed.pdf&title=Deed`,
    headers,
    body,
  })
  const bare = (body: Buffer): Call => ({ url: `${servers.limit.url}/file`, headers, body })
  const byHand = (body: Buffer): Call => ({ url: `${servers.limit.url}/file-by-hand`, headers, body })

  const agent = new Agent()
  const downloads = async (
    name: string,
    body: Buffer,
  ): Promise<Record<'ours' | 'bare' | 'audited', Call>> => {
    const answer = JSON.parse((await call(agent, ours(body), true)).text()) as { document: { id: string } }
    writeFileSync(join(folder, name), body)
    const pair = {
      ours: { url: `${servers.deedbox.url}/api/documents/${answer.document.id}/content`, headers },
      bare: { url: `${servers.limit.url}/file/${name}`, headers },
      audited: {
        url: `${servers.limit.url}/audited/${name}?token=${trustee.token}&documentId=${answer.document.id}`,
        headers,
      },
    }
    const right = createHash('sha256').update(body).digest('hex')
    for (const each of [pair.ours, pair.bare]) {
      if ((await call(agent, each, true)).sha256() !== right)
        throw new Error(`${each.url}: not what was sent`)
    }
    return pair
  }
  const smallFile = await downloads('small', small)
  const largeFile = await downloads('large', large)

  const lines: Line[] = []
  const add = async (
    what: string,
    unit: string,
    target: Target | undefined,
    measure: (whose: 'ours' | 'bare') => Promise<number>,
  ) => {
    // Warm-up, not measured.
    await measure('bare')
    await measure('ours')
    const figures = await inTurn(
      rounds,
      () => measure('bare'),
      () => measure('ours'),
    )
    lines.push({ what: `${what}, ${on}`, unit, ...figures, target: judged ? target : undefined })
    for (const name of readdirSync(folder)) if (name.includes('-')) rmSync(join(folder, name))
  }
  const sent = { ours, bare }
  const sentByHand = { ours, bare: byHand }
  await add('upload 1 MB × 8', 'MB/s', { atLeast: 0.85 }, (whose) => rate(8, 48, sent[whose](small), 1))
  await add('upload 1 MB × 8, limit by hand', 'MB/s', undefined, (whose) =>
    rate(8, 48, sentByHand[whose](small), 1),
  )
  await add('upload 50 MB × 1', 'MB/s', { atLeast: 0.85 }, (whose) => rate(1, 3, sent[whose](large), 50))
  await add('download 1 MB × 8', 'MB/s', { atLeast: 0.6 }, (whose) => rate(8, 96, smallFile[whose], 1))
  await add('download 50 MB × 1', 'MB/s', { atLeast: 0.6 }, (whose) => rate(1, 2, largeFile[whose], 50))
  await add('first byte of 1 MB × 1', 'ms', undefined, (whose) => firstByte(1, 40, smallFile[whose]))
  if (judged) {
    const beside = { ours: smallFile.ours, bare: smallFile.audited }
    await add('first byte of 1 MB × 1, beside three bare statements', 'ms', { atMost: 1.5 }, (whose) =>
      firstByte(1, 40, beside[whose]),
    )
  }
  await add('first byte of 1 MB × 8', 'ms', undefined, (whose) => firstByte(8, 96, smallFile[whose]))
  return lines
}
