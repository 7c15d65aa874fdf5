import { connect, type NetConnectOpts, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { Refusal } from './errors.ts'

/*
 * ClamAV's daemon, asked over its own protocol (clamd(8), INSTREAM). It has no authentication and no encryption: it belongs
 * on the same machine or in the same private network.
 */

export type Scanner = {
  /**
   * Returns a stream that passes on its content while clamd receives the same; both must keep up. It ends only after clamd has said that
   * the whole is clean. If not, it fails with {@link InfectedFile}, Refusal 'scanner-limit' or 'scanner-unavailable'.
   */
  scan(): Transform
  /** Scans some bytes. Returns clamd's version with the number and the date of its signatures. Throws if it does not work. */
  check(timeoutMs: number): Promise<string>
}

/** A virus was found, of that name. */
export class InfectedFile extends Refusal {
  readonly signature: string
  constructor(signature: string) {
    super('file-infected', { values: { signature } })
    this.signature = signature
  }
}

export type ScannerTimes = {
  /** Milliseconds until the connection is open. */
  connectMs: number
  /** Milliseconds without taking a byte that waits to be sent. */
  stallMs: number
  /** Milliseconds from the last byte to the verdict: a little less than a browser waits for the answer. */
  verdictMs: number
}
const usual: ScannerTimes = { connectMs: 5_000, stallMs: 30_000, verdictMs: 50_000 }

const defaultPort = 3310
const maxReply = 4_096

/**
 * Opens a scanner.
 * @param url `tcp://host[:port]` or `unix:///path/of/the/socket`
 */
export function openScanner(url: string, times: Partial<ScannerTimes> = {}): Scanner {
  const address = addressOf(new URL(url))
  return {
    scan: () => scanning(connect(address), { ...usual, ...times }),
    async check(timeoutMs) {
      await isClean(scanning(connect(address), { ...usual, verdictMs: timeoutMs / 2 }))
      return ask(connect(address), 'VERSION', timeoutMs / 2)
    },
  }
}

function addressOf({ protocol, hostname, port, pathname }: URL): NetConnectOpts {
  if (protocol === 'unix:') return { path: decodeURIComponent(pathname) }
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || defaultPort }
}

const lengthOf = (chunk: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(chunk.length)
  return length
}
const nothingMore = Buffer.alloc(4)

function scanning(socket: Socket, { connectMs, stallMs, verdictMs }: ScannerTimes): Transform {
  let goOn: (() => void) | undefined
  let finish: (() => void) | undefined
  const stream = new Transform({
    highWaterMark: 256 * 1024,
    transform(chunk: Buffer, _encoding, done) {
      this.push(chunk)
      // A length of zero would be the end.
      if (chunk.length === 0) return done()
      socket.cork()
      socket.write(lengthOf(chunk))
      const taken = socket.write(chunk)
      socket.uncork()
      if (taken) return done()
      goOn = done
      if (!socket.connecting) socket.setTimeout(stallMs)
    },
    flush(done) {
      finish = done
      socket.write(nothingMore)
      if (!socket.connecting) socket.setTimeout(verdictMs)
    },
    destroy(error, done) {
      socket.destroy()
      done(error)
    },
  })
  socket.setTimeout(connectMs)
  socket.on('connect', () => socket.setTimeout(finish ? verdictMs : goOn ? stallMs : 0))
  socket.on('drain', () => {
    if (!finish) socket.setTimeout(0)
    const next = goOn
    goOn = undefined
    next?.()
  })
  socket.write('zINSTREAM\0')
  replyOf(socket).then(
    (reply) => {
      if (finish && /^stream: OK$/.test(reply)) finish()
      else stream.destroy(problemIn(reply))
    },
    (cause: unknown) => stream.destroy(new Refusal('scanner-unavailable', { cause })),
  )
  return stream
}

function problemIn(reply: string): Refusal {
  const signature = /^stream: (.+) FOUND$/.exec(reply)?.[1]
  // Reply of clamd about a file that it read only in part, where its AlertExceedsMax is on.
  const partly = signature?.startsWith('Heuristics.Limits.Exceeded')
  if (partly || /size limit exceeded/i.test(reply))
    return new Refusal('scanner-limit', { cause: new Error(reply) })
  if (signature) return new InfectedFile(signature.slice(0, 200))
  return new Refusal('scanner-unavailable', { cause: new Error(`clamd answered ${reply.slice(0, 200)}`) })
}

/** Returns what clamd replies, up to its NUL. Rejects when the connection ends without a reply, or is silent for its timeout. */
function replyOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let reply = ''
    socket.on('data', (bytes: Buffer) => {
      reply += bytes.toString('latin1')
      const end = reply.indexOf('\0')
      if (end >= 0) resolve(reply.slice(0, end))
      else if (reply.length > maxReply) socket.destroy(new Error('clamd answered too much'))
    })
    socket.on('timeout', () => socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })))
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('clamd closed the connection')))
  })
}

async function ask(socket: Socket, command: 'VERSION', timeoutMs: number): Promise<string> {
  socket.setTimeout(timeoutMs)
  socket.write(`z${command}\0`)
  try {
    return await replyOf(socket)
  } finally {
    socket.destroy()
  }
}

function isClean(stream: Transform): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.on('error', reject).on('end', resolve).resume()
    stream.end('Deedbox asks whether you work.')
  })
}
