import { createHash } from 'node:crypto'
import { chmodSync, closeSync, openSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { backUp } from './backup.ts'
import { BackupFault } from './fault.ts'
import { linesOf } from './lines.ts'
import type { BackupNeeds, BackupOptions, BackupProgress, BackupRun } from './run.ts'

/*
 * Only one process can open the embedded database. So its server listens to commands of this machine's user, on a socket in
 * the data folder that nobody else can open: a line of JSON asks, lines of JSON answer.
 */

const NAME = '.control'
/** What the system takes as the path of a socket, with some to spare. */
const LONGEST_PATH = 100

const askedSchema = z.strictObject({
  command: z.literal('backup'),
  place: z.string().max(4_000),
  newPlace: z.boolean(),
  goOn: z.boolean(),
})
type Asked = z.infer<typeof askedSchema>
type Answer = { progress: BackupProgress } | { done: BackupRun } | { fault: string }

/** The path of the socket; `close` when it was used. A path that is too long is reached through its opened folder. */
function socketOf(dataDir: string): { path: string; close: () => void } {
  const nothing = () => undefined
  const file = join(resolve(dataDir), NAME)
  if (process.platform === 'win32') {
    const name = createHash('sha256').update(file).digest('hex').slice(0, 32)
    return { path: `\\\\.\\pipe\\deedbox-${name}`, close: nothing }
  }
  if (Buffer.byteLength(file) <= LONGEST_PATH) return { path: file, close: nothing }
  if (process.platform !== 'linux') throw new BackupFault(`The path of ${file} is too long for a socket`)
  const folder = openSync(resolve(dataDir), 'r')
  return { path: `/proc/self/fd/${folder}/${NAME}`, close: () => closeSync(folder) }
}

/** Listens to the commands of this machine's user. The database must be open here, so that no other server uses the data folder. */
export async function listenForCommands(services: BackupNeeds): Promise<() => Promise<void>> {
  const { dataDir } = services.config
  const { path, close } = socketOf(dataDir)
  const running = new Set<Promise<void>>()
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    const mine = serve(services, socket).finally(() => {
      open.delete(socket)
      running.delete(mine)
    })
    running.add(mine)
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

async function serve(services: BackupNeeds, socket: Socket): Promise<void> {
  const abort = new AbortController()
  const answer = (said: Answer) => {
    if (socket.writable) socket.write(`${JSON.stringify(said)}\n`)
  }
  socket.on('error', () => undefined)
  // Whoever asked has gone, or the server stops.
  socket.on('close', () => abort.abort(new BackupFault('The backup was stopped')))
  try {
    const { done, value } = await linesOf(socket.iterator({ destroyOnReturn: false })).next()
    if (done) return
    const { command: _, ...asked } = askedSchema.parse(JSON.parse(value))
    const onProgress = (progress: BackupProgress) => answer({ progress })
    answer({ done: await backUp(services, { ...asked, signal: abort.signal, onProgress }) })
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error)
    answer({ fault })
  } finally {
    socket.end()
  }
}

/**
 * Asks the server that has the data folder open to make a backup; null when none listens there.
 * @throws BackupFault with what the server says went wrong
 */
export async function askServer(
  dataDir: string,
  { place, newPlace = false, goOn = false, onProgress }: BackupOptions,
): Promise<BackupRun | null> {
  const socket = await reach(dataDir)
  if (!socket) return null
  const asked: Asked = { command: 'backup', place, newPlace, goOn }
  socket.write(`${JSON.stringify(asked)}\n`)
  for await (const line of linesOf(socket)) {
    const said = JSON.parse(line) as Answer
    if ('progress' in said) onProgress?.(said.progress)
    else if ('done' in said) return said.done
    else throw new BackupFault(said.fault)
  }
  throw new BackupFault('The server ended before the backup did. What was copied stays; run it again.')
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
