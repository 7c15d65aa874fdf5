import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Answered, Asked, Commands } from '../../server/src/testing/serve.ts'

type Name = keyof Commands
type In<K extends Name> = Parameters<Commands[K]>
type Out<K extends Name> = Awaited<ReturnType<Commands[K]>>

const entry = join(import.meta.dirname, '../../server/dist/testing-serve.js')

export type Server = {
  /** Address such as http://127.0.0.1:40123 */
  address: string
  pid: number | undefined
  /** Asks the server for something that no screen can do. */
  ask<K extends Name>(command: K, ...input: In<K>): Promise<Out<K>>
  /** Ends it as a person would: running requests finish. */
  stop(): Promise<void>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
}

/** Starts a server as a process of its own and waits until it listens. Its log appears in the report. */
export async function startServer(env: Record<string, string>): Promise<Server> {
  const child: ChildProcess = fork(entry, [], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'error',
      ...env,
    },
    execArgv: [],
    // Dates stay dates.
    serialization: 'advanced',
  })
  const exited = once(child, 'exit')
  const waiting = new Map<number, (answer: Answered) => void>()
  const ready = Promise.withResolvers<string>()
  child.on('message', (message: Answered | { address: string }) => {
    if ('address' in message) ready.resolve(message.address)
    else waiting.get(message.id)?.(message)
  })
  child.once('exit', (code) => {
    ready.reject(new Error(`The server did not start (exit code ${code})`))
    for (const [id, answer] of waiting) answer({ id, error: `The server ended (exit code ${code})` })
  })

  let asked = 0
  async function ask<K extends Name>(command: K, ...[input]: In<K>): Promise<Out<K>> {
    const id = ++asked
    const { promise, resolve } = Promise.withResolvers<Answered>()
    waiting.set(id, resolve)
    child.send({ id, command, input } satisfies Asked)
    const { result, error } = await promise
    waiting.delete(id)
    if (error) throw new Error(`${command}: ${error}`)
    return result as Out<K>
  }

  return {
    address: await ready.promise,
    pid: child.pid,
    ask,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      await ask('stop')
      await exited
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
