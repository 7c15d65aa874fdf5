import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startS3Server } from '../../server/src/platform/storage/s3-server.testing.ts'
import type { Person } from '../../server/src/testing/people.ts'
import type { TestPostgres } from '../../server/src/testing/postgres.ts'
import type { Answered, Commands } from '../../server/src/testing/serve.ts'
import { startSmtp } from '../../server/src/testing/smtp.ts'
import { home } from '../support/server.ts'
import type { Fault } from './faults.ts'

export type Combination = { database: 'pglite' | 'postgres'; store: 'folder' | 's3' }
export type { Person }
export type Deedbox = Awaited<ReturnType<typeof startDeedbox>>

const faults = join(import.meta.dirname, 'faults.ts')
const entry = join(home, 'server/dist/testing-serve.js')

/** A Deedbox of its own whose process can be killed, or its store made to fail, at a chosen step. */
export async function startDeedbox(
  { database, store }: Combination,
  postgres: TestPostgres | null,
  /** A deployment that exists: its DATA_DIR and DATABASE_URL. */
  existing: { DATA_DIR?: string; DATABASE_URL?: string } = {},
) {
  const dataDir = existing.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'deedbox-crash-')))
  const mail = await startSmtp()
  const s3 = store === 's3' ? await startS3Server('deeds', 'AKTRIAL') : null
  const databaseUrl =
    existing.DATABASE_URL ?? (database === 'postgres' ? await postgres?.createDatabase() : undefined)
  const portOf = (url: string | undefined) => (url ? new URL(url).port : '')
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    SMTP_URL: mail.url,
    FAULT_PORTS: portOf(databaseUrl),
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...(s3 && {
      FAULT_STORE_PORT: portOf(s3.endpoint),
      STORAGE_URL: `s3://AKTRIAL:secret@deeds/box?endpoint=${encodeURIComponent(s3.endpoint)}`,
    }),
  }
  let child: ChildProcess
  let ended: Promise<unknown>
  let address = ''
  let asked = 0
  let shiftMs = 0

  /** The next message of the server that fits; rejects when the server ends first. */
  function heard<T extends object>(fits: (message: T) => boolean): Promise<T> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        child.off('message', listen)
        child.off('exit', gone)
      }
      const listen = (message: unknown) => {
        if (!fits(message as T)) return
        stop()
        resolve(message as T)
      }
      const gone = () => {
        stop()
        reject(new Error('The server ended'))
      }
      child.on('message', listen)
      child.once('exit', gone)
    })
  }
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
  async function launch(): Promise<void> {
    child = fork(entry, [], { env, execArgv: ['--import', faults], serialization: 'advanced' })
    ended = once(child, 'exit')
    ended.catch(() => undefined)
    address = (await heard<{ address: string }>((message) => 'address' in message)).address
    if (shiftMs > 0) await ask('shift', { ms: shiftMs })
  }
  await launch()
  await ask('rows', {
    sql: `update settings set "values" = '{"secondFactorRoles": []}', version = version + 1`,
  })

  return {
    dataDir,
    env,
    mail,
    s3,
    database,
    store,
    person: (role: string): Promise<Person> => ask('person', { role }),
    rows: async <Row>(sql: string) => (await ask('rows', { sql })) as Row[],
    runJobs: () => ask('runJobs'),
    async shift(ms: number) {
      shiftMs += ms
      await ask('shift', { ms })
    },
    async arm(fault: Fault) {
      const answer = heard<{ armed: true }>((message) => 'armed' in message)
      child.send({ arm: fault })
      await answer
    },
    /** Ends what `arm` began: how many steps there were; null when the server died of it. */
    async disarm(): Promise<number | null> {
      if (!child.connected) {
        await ended
        return null
      }
      try {
        const answer = heard<{ steps: number }>((message) => 'steps' in message)
        child.send({ disarm: true }, () => undefined)
        return (await answer).steps
      } catch {
        await ended
        return null
      }
    },
    /** Starts the server again if it has died. */
    async revive() {
      if (!child.connected) {
        await ended
        await launch()
      }
    },
    /** The answer, or null when none came. */
    async call(as: Person, method: string, path: string, body?: object | string): Promise<Response | null> {
      const type = typeof body === 'string' ? 'text/plain' : 'application/json'
      try {
        const answer = await fetch(address + path, {
          method,
          headers: { cookie: as.cookie, ...(body !== undefined && { 'content-type': type }) },
          ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        })
        // The body may be cut off too.
        return new Response(answer.status === 204 ? null : await answer.arrayBuffer(), {
          status: answer.status,
        })
      } catch {
        return null
      }
    },
    /** SIGKILL. */
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      if (child.connected) await this.kill()
      await Promise.all([mail.stop(), s3?.stop()])
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
