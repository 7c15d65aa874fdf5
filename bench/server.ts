import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import own from '../server/env.json' with { type: 'json' }
import flags from '../server/flags.json' with { type: 'json' }
import { freePort } from '../server/src/testing/free-port.ts'
import { residentMb } from '../server/src/testing/resident.ts'

const home = join(import.meta.dirname, '..')
const node = process.execPath

export type Server = {
  /** http://127.0.0.1:<port> */
  url: string
  /** Milliseconds from the start of the process until the first 200. */
  startMs: number
  /** Returns the resident memory now, with that of its workers, in MiB. */
  memory(): number
  stop(): Promise<void>
}

const answers = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    request(url, { agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode === 200))
    })
      .once('error', () => resolve(false))
      .end()
  })

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function run(args: string[], env: Record<string, string>, first: string): Promise<Server> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const began = performance.now()
  const child: ChildProcess = spawn(node, args, {
    cwd: home,
    env: { PATH: process.env.PATH, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  while (!(await answers(url + first))) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended with ${child.exitCode}`)
    if (performance.now() - began > 60_000) throw new Error(`${args.join(' ')} does not answer`)
    await pause(2)
  }
  const startMs = performance.now() - began
  return {
    url,
    startMs,
    memory: () => residentMb(child.pid ?? 0),
    async stop() {
      child.kill('SIGTERM')
      await ended
      process.off('exit', kill)
    },
  }
}

/** Starts Deedbox from its bundle, as `npm start` runs it. It has started when it answers `first`. */
export const deedbox = (env: Record<string, string>, first = '/api/health'): Promise<Server> =>
  run(
    [...(process.env.BENCH_NODE_ARGS?.split(' ') ?? flags), 'server/dist/main.js'],
    { LOG_LEVEL: 'warn', ...own, ...env },
    first,
  )

/** Starts a limit of bench/limits. */
export const limit = (name: 'list' | 'files' | 'pdf-js', env: Record<string, string>): Promise<Server> =>
  run([`bench/limits/${name}.ts`], env, '/health')
