import { createHash } from 'node:crypto'
import { chmodSync, closeSync, openSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { StartFault } from './errors.ts'
import { linesOf } from './lines.ts'

/*
 * The embedded database can be opened by one process only. So its server listens to commands of this machine's user, on a socket in the
 * data folder that nobody else can open: a line of JSON asks, lines of JSON answer. A second line asks to stop.
 */

const NAME = '.control'
/** Length that the system takes as the path of a socket, with some to spare. */
const LONGEST_PATH = 100

/**
 * Does what a command asks for; `input` comes from outside. What it tells and returns is sent as JSON.
 * `signal` is aborted when the command asks to stop or has gone, or the server stops.
 */
export type Handler = (
  input: unknown,
  told: { signal: AbortSignal; tell: (progress: unknown) => Promise<void> },
) => Promise<unknown>

const askedSchema = z.strictObject({ command: z.string(), input: z.unknown() })
type Answer = { progress: unknown } | { done: unknown } | { fault: string }

/** Returns the path of the socket; `close` when it was used. A path that is too long is reached through its opened folder. */
function socketOf(dataDir: string): { path: string; close: () => void } {
  const nothing = () => undefined
  const file = join(resolve(dataDir), NAME)
  if (process.platform === 'win32') {
    const name = createHash('sha256').update(file).digest('hex').slice(0, 32)
    return { path: `\\\\.\\pipe\\deedbox-${name}`, close: nothing }
  }
  if (Buffer.byteLength(file) <= LONGEST_PATH) return { path: file, close: nothing }
  if (process.platform !== 'linux') throw new StartFault(`The path of ${file} is too long for a socket`)
  const folder = openSync(resolve(dataDir), 'r')
  return { path: `/proc/self/fd/${folder}/${NAME}`, close: () => closeSync(folder) }
}

/** Listens to the commands of this machine's user. The database must be open here, so that no other server uses the data folder. */
export async function listenForCommands(
  dataDir: string,
  handlers: Record<string, Handler>,
): Promise<() => Promise<void>> {
  const { path, close } = socketOf(dataDir)
  const running = new Set<Promise<void>>()
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    const served = serve(handlers, socket).finally(() => {
      open.delete(socket)
      running.delete(served)
    })
    running.add(served)
  })
  if (process.platform !== 'win32') rmSync(path, { force: true })
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(path, listening)
  })
  if (process.platform !== 'win32') chmodSync(path, 0o600)
  server.unref()
  return async () => {
    server.close()
    for (const socket of open) socket.destroy()
    await Promise.all(running)
    close()
  }
}

async function serve(handlers: Record<string, Handler>, socket: Socket): Promise<void> {
  const abort = new AbortController()
  const stop = () => abort.abort(new StartFault('The command or the server was stopped'))
  const answer = async (said: Answer) => {
    if (!socket.writable || socket.write(`${JSON.stringify(said)}\n`)) return
    await new Promise<void>((resolve) => {
      const taken = () => {
        socket.off('drain', taken).off('close', taken)
        resolve()
      }
      socket.on('drain', taken).on('close', taken)
    })
  }
  socket.on('error', () => undefined)
  socket.on('close', stop)
  try {
    const lines = linesOf(socket.iterator({ destroyOnReturn: false }))
    const { done, value } = await lines.next()
    if (done) return
    const { command, input } = askedSchema.parse(JSON.parse(value))
    const handler = Object.hasOwn(handlers, command) && handlers[command]
    if (!handler)
      throw new StartFault(
        `The running Deedbox does not know ${command}: it is of another version. Restart it.`,
      )
    lines.next().then(stop, stop)
    const told = { signal: abort.signal, tell: (progress: unknown) => answer({ progress }) }
    await answer({ done: (await handler(input, told)) ?? null })
  } catch (error) {
    await answer({ fault: error instanceof Error ? error.message : String(error) })
  } finally {
    socket.end()
  }
}

/** Work that the server was asked for, and what it says meanwhile; `stop` asks it to end early. */
export type Asked = { progress: AsyncGenerator<unknown, unknown>; stop: () => void }

/**
 * Asks the server that has the data folder open to do something, once the generator is read; null when none listens there. The
 * generator returns what the server's handler does, or throws StartFault with what went wrong.
 */
export async function askServer(dataDir: string, command: string, input: unknown): Promise<Asked | null> {
  const socket = await reach(dataDir)
  if (!socket) return null
  socket.on('error', () => undefined)
  const progress = answersOf(socket, `${JSON.stringify({ command, input })}\n`)
  return { progress, stop: () => void socket.write('stop\n') }
}

async function* answersOf(socket: Socket, question: string): AsyncGenerator<unknown, unknown> {
  try {
    socket.write(question)
    for await (const line of linesOf(socket)) {
      const said = JSON.parse(line) as Answer
      if ('progress' in said) yield said.progress
      else if ('done' in said) return said.done
      else throw new StartFault(said.fault)
    }
  } finally {
    socket.destroy()
  }
  throw new StartFault('The server ended before this did. What was done stays; run it again.')
}

async function reach(dataDir: string): Promise<Socket | null> {
  const { path, close } = socketOf(dataDir)
  try {
    return await new Promise<Socket>((reached, failed) => {
      const socket = connect(path)
      socket.once('error', failed)
      socket.once('connect', () => reached(socket))
    })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return null
    throw error
  } finally {
    close()
  }
}
