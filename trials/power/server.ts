import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answered, Commands } from '../../server/src/testing/serve.ts'
import { compiled } from '../crash/deedbox.ts'
import { home } from '../support/server.ts'
import { straceArgs } from './trace.ts'

const entry = join(home, 'server/dist/testing-serve.js')

/** Finds the process that strace runs. */
const tracedBy = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0])

export type Server = Awaited<ReturnType<typeof startServer>>

/**
 * Starts a server on a data folder; under strace where a file for its trace is given.
 * @throws with what it printed, if it does not start
 */
export async function startServer(dataDir: string, trace?: string) {
  const child: ChildProcess = fork(entry, [], {
    env: {
      ...{
        PATH: process.env.PATH ?? '',
        HOST: '127.0.0.1',
        PORT: '0',
        LOG_LEVEL: 'silent',
        SCHEDULES: 'none',
      },
      ...{ DATA_DIR: dataDir, UV_USE_IO_URING: '0', BREACH_RANGE_URL: 'http://127.0.0.1:9/', ...compiled() },
    },
    ...(trace
      ? { execPath: 'strace', execArgv: [...straceArgs(trace), process.execPath, '--liftoff-only'] }
      : { execArgv: ['--liftoff-only'] }),
    serialization: 'advanced',
    silent: true,
  })
  let said = ''
  for (const output of [child.stdout, child.stderr])
    output?.on('data', (text) => {
      said += text
    })
  const exited = once(child, 'close')
  let asked = 0
  const heard = <T>(fits: (message: Record<string, unknown>) => boolean) =>
    new Promise<T>((resolve, reject) => {
      const gone = () => reject(new Error(`The server ended: ${said.trim()}`))
      const listen = (message: unknown) => {
        if (!fits(message as Record<string, unknown>)) return
        child.off('message', listen).off('close', gone)
        resolve(message as T)
      }
      child.on('message', listen).once('close', gone)
    })
  const { address } = await heard<{ address: string }>((message) => 'address' in message)

  async function ask<K extends keyof Commands>(
    command: K,
    ...[input]: Parameters<Commands[K]>
  ): Promise<Awaited<ReturnType<Commands[K]>>> {
    const id = ++asked
    const answer = heard<Answered>((message) => message.id === id)
    child.send({ id, command, input })
    const { result, error } = await answer
    if (error) throw new Error(`${command}: ${error}`)
    return result as Awaited<ReturnType<Commands[K]>>
  }

  return {
    address,
    dataDir,
    ask,
    rows: async <Row>(sql: string) => (await ask('rows', { sql })) as Row[],
    /** An answer, read to its end. */
    async call(
      cookie: string,
      method: string,
      path: string,
      { body, headers = {} }: { body?: Buffer | object; headers?: Record<string, string> } = {},
    ) {
      const type = body instanceof Buffer ? 'text/plain' : 'application/json'
      const answer = await fetch(address + path, {
        method,
        headers: { cookie, ...(body && { 'content-type': type }), ...headers },
        ...(body && { body: body instanceof Buffer ? new Uint8Array(body) : JSON.stringify(body) }),
      })
      const bytes = Buffer.from(await answer.arrayBuffer())
      return { status: answer.status, headers: answer.headers, bytes }
    },
    /** Kills it (SIGKILL). */
    async kill(): Promise<void> {
      if (child.exitCode === null && child.signalCode === null)
        process.kill(trace ? tracedBy(child.pid ?? 0) : (child.pid ?? 0), 'SIGKILL')
      await exited
    },
    /** Stops it as an administrator does. */
    async stop(): Promise<void> {
      await ask('stop').catch(() => undefined)
      await exited
    },
  }
}
