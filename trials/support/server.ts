import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import own from '../../server/env.json' with { type: 'json' }
import flags from '../../server/flags.json' with { type: 'json' }
import { freePort } from '../../server/src/testing/free-port.ts'
import { residentMb } from '../../server/src/testing/resident.ts'

export const home = join(import.meta.dirname, '..', '..')

export type Server = {
  /** http://127.0.0.1:<port> */
  url: string
  port: number
  process: ChildProcess
  /** Returns what it has printed. */
  said(): string
  /** Returns the resident memory now, with that of its workers, in MiB (Linux). */
  memory(): number
  /** Sends SIGTERM, then waits for the end; returns the exit code. */
  stop(): Promise<number | null>
  /** Sends SIGKILL, then waits for the end. */
  kill(): Promise<void>
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Waits until `condition` holds; it may throw meanwhile. */
export async function until(condition: () => unknown, what: string, seconds = 60): Promise<void> {
  const deadline = Date.now() + seconds * 1_000
  for (let last: unknown; ; await pause(50)) {
    try {
      if (await condition()) return
    } catch (error) {
      last = error
    }
    if (Date.now() > deadline) throw new Error(`Not within ${seconds} s: ${what}`, { cause: last })
  }
}

/** Starts the built server as `npm start` does, and waits until it answers. Ends with this process. */
export async function startServer(env: Record<string, string>): Promise<Server> {
  const port = Number(env.PORT ?? (await freePort()))
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [...flags, join(home, 'server/dist/main.js')], {
    cwd: home,
    env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', ...own, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    // The start prints little; the log of a long trial is not kept.
    if (said.length < 100_000) said += text
  })
  const ended = once(child, 'exit')
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  await until(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return true
    return (await fetch(`${url}/api/health`)).ok
  }, `the server at ${url} answers`)
  if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`)
  return {
    url,
    port,
    process: child,
    said: () => said,
    memory: () => residentMb(child.pid ?? 0),
    async stop() {
      child.kill('SIGTERM')
      await ended
      return child.exitCode
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
