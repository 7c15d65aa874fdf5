import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

/*
 * Loaded before a program (node --import): counts the steps that last, and at the chosen one ends the process as a power cut would, or lets
 * the store fail from there on. A step is a sync, a link, a removal or a renaming of a file, a change or a commit that is sent to
 * PostgreSQL, or bytes that are sent to the S3 service.
 */

/** The nth step of its kind: what is done, and where, without names that change from run to run. Those of the store begin with 'store'. */
export type Step = { what: string; nth: number }
export type Fault =
  | { kind: 'count' }
  /** SIGKILL before or after this step. */
  | { kind: 'kill'; at: Step; when: 'before' | 'after' }
  /** Failure of every step of the store, from this one on. */
  | { kind: 'fail'; at: Step; code: 'EIO' | 'ENOSPC' }
/** Counts of the steps of each kind, and whether the fault came. */
export type Counted = { steps: Record<string, number>; came: boolean }

let fault: Fault = { kind: 'count' }
let armed = false
let came = false
let lastAt = 0
const steps = new Map<string, number>()
const list = (variable: string) => (process.env[variable] ?? '').split(',').filter(Boolean)
const ports = new Set(list('FAULT_PORTS').map(Number))
const storePorts = new Set(list('FAULT_STORE_PORTS').map(Number))
const storePaths = ['/documents/', ...list('FAULT_STORE_PATHS')]

const ofCommand = process.env.FAULT !== undefined
const die = () => process.kill(process.pid, 'SIGKILL')
const nothing = () => undefined

/** Counts a step: the error to fail with, if it is to fail, and what to call once it is done. */
function step(what: string): { error: Error | null; done: () => void } {
  if (!armed) return { error: null, done: nothing }
  const nth = (steps.get(what) ?? 0) + 1
  steps.set(what, nth)
  lastAt = performance.now()
  const isChosen = fault.kind !== 'count' && fault.at.what === what && fault.at.nth === nth
  if (fault.kind === 'fail') {
    came ||= isChosen
    const { code } = fault
    const fails = came && what.startsWith('store ')
    return {
      error: fails ? Object.assign(new Error(`${code}: the store fails`), { code }) : null,
      done: nothing,
    }
  }
  if (fault.kind === 'count' || !isChosen) return { error: null, done: nothing }
  if (fault.when === 'before') die()
  return { error: null, done: die }
}

const roots = [process.env.DATA_DIR, ...list('FAULT_STORE_PATHS')].filter((root) => root !== undefined)
/** Returns a path without what changes from run to run. */
function anonymous(path: string): string {
  const root = roots.find((one) => path.startsWith(one))
  const known = root ? path.slice(root.length) : path.replace(/^.*\/(?=[^/]+$)/, '')
  return ofDatabase(plain(known))
}
/**
 * Names alike what is alike. The embedded database syncs hundreds of files alike when it recovers or writes a checkpoint; what it commits
 * is in the log.
 */
const ofDatabase = (path: string) => path.replace(/^\/database\/(?!pg_wal\/).*/, '/database/…')
const plain = (name: string) => name.replace(/[0-9a-f]{8,}(?:-[0-9a-f]+)*|\d+/gi, '#')

/** Returns the name of a step on a file, given by its path or its descriptor. */
function onFile(name: string, file: unknown, ofStore: (path: string) => boolean): string {
  const path = typeof file === 'number' ? fs.readlinkSync(`/proc/self/fd/${file}`) : String(file)
  return `${ofStore(path) ? 'store ' : ''}${name} ${anonymous(path)}`
}
const inStore = (path: string): boolean => storePaths.some((part) => path.includes(part))
type Any = (...args: unknown[]) => unknown
const functions = fs as unknown as Record<string, Any>
const promises = fs.promises as unknown as Record<string, Any>

function patch(
  target: Record<string, Any>,
  name: string,
  way: 'sync' | 'callback' | 'promise',
  ofStore: (path: string) => boolean = inStore,
) {
  const original = target[name] as Any
  target[name] = function patched(this: unknown, ...args: unknown[]) {
    if (!armed) return original.apply(this, args)
    const { error, done } = step(onFile(name, args[0], ofStore))
    if (way === 'promise') {
      if (error) return Promise.reject(error)
      return Promise.resolve(original.apply(this, args)).finally(done)
    }
    if (way === 'sync') {
      if (error) throw error
      const result = original.apply(this, args)
      done()
      return result
    }
    const then = args.pop() as Any
    if (error) return void setImmediate(then, error)
    return original.call(this, ...args, (...answer: unknown[]) => {
      done()
      then(...answer)
    })
  }
  // promisify reads there what a call that has several results resolves to.
  for (const symbol of Object.getOwnPropertySymbols(original))
    Object.defineProperty(target[name], symbol, { value: Reflect.get(original, symbol) })
}

// The embedded database syncs with the synchronous call, the store with the other.
patch(functions, 'fdatasyncSync', 'sync', () => false)
for (const name of ['fdatasync', 'fsync', 'write', 'writev']) patch(functions, name, 'callback', () => true)
for (const name of ['linkSync', 'unlinkSync']) patch(functions, name, 'sync')
for (const name of ['link', 'unlink', 'rename']) patch(promises, name, 'promise')
syncBuiltinESMExports()

/** The prepared statements that change something, by the name under which they were prepared. */
const changing = new Map<string, string>()
const changeOf = (text: string) => {
  const [found] = /\b(?:commit|(?:insert into|(?<!for )update|delete from)\s+[\w."]+)/i.exec(text) ?? []
  const change = found?.toLowerCase().replaceAll('"', '')
  // A command writes hundreds of rows alike.
  return ofCommand && change && change !== 'commit' ? 'a change of rows' : change
}

/** Returns what these bytes ask the database to change, if anything (PostgreSQL's protocol: Query, Parse, Bind). */
function databaseChange(bytes: Buffer): string | undefined {
  let asked: string | undefined
  for (let at = 0; at + 5 <= bytes.length; ) {
    const type = String.fromCharCode(bytes[at] ?? 0)
    const length = bytes.readInt32BE(at + 1)
    const [first = '', second = ''] = bytes.toString('latin1', at + 5, at + 1 + length).split('\0')
    if (type === 'Q') asked ??= changeOf(first)
    else if (type === 'P') {
      const change = changeOf(second)
      if (change) changing.set(first, change)
      else changing.delete(first)
    } else if (type === 'B') asked ??= changing.get(second)
    at += 1 + length
  }
  return asked
}

/** Finds the request that begins with these bytes, or that they go on with. */
function storeRequest(bytes: Buffer): string {
  const [, method, path = ''] = /^([A-Z]+) (\S+) HTTP/.exec(bytes.toString('latin1', 0, 2_000)) ?? []
  const query = [...new URLSearchParams(path.split('?')[1]).keys()].join()
  if (ofCommand && method === 'GET') return 'store GET'
  return `store ${method ? `${method} ${plain(path.split('?')[0] ?? '')} ${query}` : 'sends content'}`
}

type Chunk = { chunk: Buffer | string; encoding: BufferEncoding }
const bytesOf = (chunks: Chunk[]) =>
  Buffer.concat(
    chunks.map(({ chunk, encoding }) => (typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk)),
  )

const socket = net.Socket.prototype as unknown as Record<'_write' | '_writev', Any>
/**
 * Patches a method of sockets. `chunksOf`: the chunks among the arguments of Node's internal method, which gets them once they are really
 * written.
 */
function patchSocket(name: '_write' | '_writev', chunksOf: (args: unknown[]) => Chunk[]) {
  const original = socket[name]
  socket[name] = function patched(this: net.Socket, ...args: unknown[]) {
    // The port where it leads is known once it is connected; what is written before waits for that anyway.
    if (this.connecting) return void this.once('connect', () => patched.apply(this, args))
    const port = this.remotePort ?? 0
    const ofStore = storePorts.has(port)
    if (!ofStore && !ports.has(port)) return original.apply(this, args)
    const bytes = bytesOf(chunksOf(args))
    const what = ofStore ? storeRequest(bytes) : databaseChange(bytes)
    if (!what) return original.apply(this, args)
    const { error, done } = step(what)
    if (error) return (args.at(-1) as Any)(error)
    // The kernel has the bytes once this returns: the process need not live for them to arrive.
    original.apply(this, args)
    done()
  }
}
patchSocket('_write', ([chunk, encoding]) => [{ chunk, encoding } as Chunk])
patchSocket('_writev', ([chunks]) => chunks as Chunk[])

const counted = (): Counted => ({ steps: Object.fromEntries(steps), came })
/** Waits until it is quiet: what follows an answer, as a mail that is sent, belongs to the act. */
async function quiet(): Promise<void> {
  const until = performance.now() + 2_000
  while (performance.now() < Math.min(until, lastAt + 60))
    await new Promise((resolve) => setTimeout(resolve, 20))
}

/** A program that nobody talks to is armed from its start, and says at its end how many steps it took. */
if (process.env.FAULT) {
  fault = JSON.parse(process.env.FAULT) as Fault
  armed = true
}
process.on('message', async (message: { arm?: Fault; disarm?: true }) => {
  if (message.arm) {
    fault = message.arm
    steps.clear()
    came = false
    armed = true
    process.send?.({ armed: true })
  } else if (message.disarm) {
    await quiet()
    armed = false
    process.send?.({ counted: counted() })
  }
})
process.on('exit', () => {
  if (process.env.FAULT) process.stderr.write(`counted ${JSON.stringify(counted())}\n`)
})
