import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

/*
 * Loaded before a program (node --import): counts the steps that last, and on the chosen one ends the process as a power cut would, or lets
 * the store fail from there on. A step is a sync, a link, a removal or a renaming of a file, a change
 * or a commit that is sent to PostgreSQL, or bytes that are sent to the S3 service.
 */

export type Fault =
  | { kind: 'count' }
  /** SIGKILL before or after this step. */
  | { kind: 'kill'; step: number; when: 'before' | 'after' }
  /** Every step of the store fails, from this one on. */
  | { kind: 'fail'; step: number; code: 'EIO' | 'ENOSPC' }

let fault: Fault = { kind: 'count' }
let steps = 0
let armed = false
const ports = new Set((process.env.FAULT_PORTS ?? '').split(',').filter(Boolean).map(Number))
const storePort = Number(process.env.FAULT_STORE_PORT ?? 0)

const die = () => process.kill(process.pid, 'SIGKILL')

/** Counts a step of the database or the store; the error to fail with, if it is to fail. */
function step(ofStore: boolean): Error | null {
  if (!armed) return null
  if (fault.kind === 'fail') {
    if (!ofStore) return null
    steps += 1
    if (steps < fault.step) return null
    return Object.assign(new Error(`${fault.code}: the store fails`), { code: fault.code })
  }
  steps += 1
  if (fault.kind === 'kill' && fault.when === 'before' && steps === fault.step) die()
  return null
}
function stepDone(): void {
  if (armed && fault.kind === 'kill' && fault.when === 'after' && steps === fault.step) die()
}

const inStore = (path: unknown): boolean => typeof path !== 'string' || path.includes('/documents/')
type Any = (...args: unknown[]) => unknown
const functions = fs as unknown as Record<string, Any>
const promises = fs.promises as unknown as Record<string, Any>

function patch(
  target: Record<string, Any>,
  name: string,
  of: (args: unknown[]) => boolean,
  way: 'sync' | 'callback' | 'promise',
) {
  const original = target[name] as Any
  target[name] = function patched(this: unknown, ...args: unknown[]) {
    const error = step(of(args))
    if (way === 'promise') {
      if (error) return Promise.reject(error)
      return Promise.resolve(original.apply(this, args)).finally(stepDone)
    }
    if (way === 'sync') {
      if (error) throw error
      const result = original.apply(this, args)
      stepDone()
      return result
    }
    const done = args.pop() as Any
    if (error) return void setImmediate(done, error)
    return original.call(this, ...args, (...answer: unknown[]) => {
      stepDone()
      done(...answer)
    })
  }
}

// The embedded database syncs with the synchronous call, the store with the other.
patch(functions, 'fdatasyncSync', () => false, 'sync')
patch(functions, 'fdatasync', () => true, 'callback')
patch(functions, 'fsync', () => true, 'callback')
for (const name of ['linkSync', 'unlinkSync']) patch(functions, name, ([path]) => inStore(path), 'sync')
for (const name of ['link', 'unlink', 'rename']) patch(promises, name, ([path]) => inStore(path), 'promise')
syncBuiltinESMExports()

/** The prepared statements that change something, by the name under which they were prepared. */
const changing = new Set<string>()
const changes = (text: string) => /\b(commit|insert into|update|delete from)\b/i.test(text)

/** Whether these bytes ask the database for a change or a commit (PostgreSQL's protocol: Query, Parse, Bind). */
function changesDatabase(bytes: Buffer): boolean {
  let found = false
  for (let at = 0; at + 5 <= bytes.length; ) {
    const type = String.fromCharCode(bytes[at] ?? 0)
    const length = bytes.readInt32BE(at + 1)
    const [first = '', second = ''] = bytes.toString('latin1', at + 5, at + 1 + length).split('\0')
    if (type === 'Q') found ||= changes(first)
    else if (type === 'P' && changes(second)) changing.add(first)
    else if (type === 'P') changing.delete(first)
    else if (type === 'B') found ||= changing.has(second)
    at += 1 + length
  }
  return found
}

type Chunk = { chunk: Buffer | string; encoding: BufferEncoding }
const bytesOf = (chunks: Chunk[]) =>
  Buffer.concat(
    chunks.map(({ chunk, encoding }) => (typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk)),
  )

const socket = net.Socket.prototype as unknown as Record<'_write' | '_writev', Any>
/** `chunksOf`: the chunks among the arguments of Node's internal method, which gets them once they are really written. */
function patchSocket(name: '_write' | '_writev', chunksOf: (args: unknown[]) => Chunk[]) {
  const original = socket[name]
  socket[name] = function patched(this: net.Socket, ...args: unknown[]) {
    const port = this.remotePort ?? 0
    const ofStore = port === storePort
    if (!ofStore && !(ports.has(port) && changesDatabase(bytesOf(chunksOf(args)))))
      return original.apply(this, args)
    const error = step(ofStore)
    if (error) return (args.at(-1) as Any)(error)
    // The kernel has the bytes once this returns: the process need not live for them to arrive.
    original.apply(this, args)
    stepDone()
  }
}
patchSocket('_write', ([chunk, encoding]) => [{ chunk, encoding } as Chunk])
patchSocket('_writev', ([chunks]) => chunks as Chunk[])

/** A program that nobody talks to is armed from its start. */
if (process.env.FAULT) {
  fault = JSON.parse(process.env.FAULT) as Fault
  armed = true
}
process.on('message', (message: { arm?: Fault; disarm?: true }) => {
  if (message.arm) {
    fault = message.arm
    steps = 0
    armed = true
    process.send?.({ armed: true })
  } else if (message.disarm) {
    armed = false
    process.send?.({ steps })
  }
})
process.on('exit', () => {
  if (process.env.FAULT) process.stderr.write(`steps ${steps}\n`)
})
