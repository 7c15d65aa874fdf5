import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startS3Server } from '../../server/src/platform/storage/s3-server.testing.ts'
import type { Person } from '../../server/src/testing/people.ts'
import { createDatabase, type TestPostgres } from '../../server/src/testing/postgres.ts'
import type { Answered, Commands } from '../../server/src/testing/serve.ts'
import { startSmtp } from '../../server/src/testing/smtp.ts'
import { home, until } from '../support/server.ts'
import type { Counted, Fault } from './faults.ts'

export type Combination = { database: 'pglite' | 'postgres'; store: 'folder' | 's3' }
export type { Person }

type Objects = Awaited<ReturnType<typeof startS3Server>>['objects']
export type Deedbox = Awaited<ReturnType<typeof startDeedbox>>

/** Options for Node: the faults, and no time lost on compiling the embedded database well for a process that lives for seconds. */
export const withFaults = ['--import', join(import.meta.dirname, 'faults.ts'), '--liftoff-only']
/**
 * Returns the cache of what was compiled, so that nothing is compiled twice. A process writes there when it ends by itself, so one that is
 * killed spoils nothing.
 */
export const compiled = () => ({ NODE_COMPILE_CACHE: join(tmpdir(), 'deedbox-compiled') })
const entry = join(home, 'server/dist/testing-serve.js')

/** Starts a Deedbox of its own whose process can be killed, or its store made to fail, at a chosen step. */
export async function startDeedbox(
  { database, store }: Combination,
  postgres: TestPostgres | null,
  /** A deployment that exists: its DATA_DIR, DATABASE_URL and STORAGE_URL, or what its bucket has. */
  existing: { DATA_DIR?: string; DATABASE_URL?: string; STORAGE_URL?: string; objects?: Objects } = {},
) {
  const dataDir = existing.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'deedbox-crash-')))
  const mail = await startSmtp()
  const s3 = store === 's3' ? await startS3Server('deeds', 'AKTRIAL') : null
  for (const [key, object] of existing.objects ?? []) s3?.objects.set(key, object)
  const databaseUrl =
    existing.DATABASE_URL ?? (database === 'postgres' ? await postgres?.createDatabase() : undefined)
  const portOf = (url: string | undefined) => (url ? new URL(url).port : '')
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    ...compiled(),
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'silent',
    SCHEDULES: 'none',
    DATA_DIR: dataDir,
    SMTP_URL: mail.url,
    FAULT_PORTS: portOf(databaseUrl),
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...(existing.STORAGE_URL && { STORAGE_URL: existing.STORAGE_URL }),
    ...(s3 && {
      FAULT_STORE_PORTS: portOf(s3.endpoint),
      STORAGE_URL: `s3://AKTRIAL:secret@deeds/box?endpoint=${encodeURIComponent(s3.endpoint)}`,
    }),
  }
  let child: ChildProcess
  let ended: Promise<unknown> = Promise.resolve()
  let address = ''
  let asked = 0
  let shiftMs = 0

  /** Tells whether it lives. Its end may be known before its channel is closed. */
  const lives = () => child.connected && child.exitCode === null && child.signalCode === null

  /** Waits for the next message of the server that fits; rejects when the server ends first. */
  function heard<T extends object>(fits: (message: T) => boolean): Promise<T> {
    return new Promise((resolve, reject) => {
      if (!lives()) return reject(new Error('The server has ended'))
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
    child = fork(entry, [], {
      env,
      execArgv: [...withFaults, '--min-semi-space-size=32'],
      serialization: 'advanced',
    })
    ended = once(child, 'exit')
    ended.catch(() => undefined)
    address = (await heard<{ address: string }>((message) => 'address' in message)).address
    if (shiftMs > 0) await ask('shift', { ms: shiftMs })
  }
  await launch()
  if (!existing.DATA_DIR) {
    // The first one writes what it compiled when it stops.
    await ask('stop').catch(() => undefined)
    await ended
    await launch()
    await ask('rows', {
      sql: `update settings set "values" = '{"secondFactorRoles": []}', version = version + 1`,
    })
  }

  /** Sends a request, and reads what arrives of its answer: `status` 0 is none, and `whole` says whether all of it came. */
  async function send(
    as: Person,
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: string | undefined } = {},
  ) {
    const received = { status: 0, headers: new Headers(), bytes: Buffer.alloc(0), whole: false }
    try {
      const answer = await fetch(address + path, {
        method,
        headers: { cookie: as.cookie, ...headers },
        ...(body !== undefined && { body }),
      })
      received.status = answer.status
      received.headers = answer.headers
      for await (const chunk of answer.body ?? []) received.bytes = Buffer.concat([received.bytes, chunk])
      received.whole = true
    } catch {
      // It was cut off.
    }
    return received
  }

  return {
    dataDir,
    env,
    mail,
    s3,
    database,
    store,
    person: (role: string): Promise<Person> => ask('person', { role }),
    rows: async <Row>(sql: string) => (await ask('rows', { sql })) as Row[],
    runJobs: (except: string[] = []) => ask('runJobs', { except }),
    runJob: (name: string) => ask('runJob', { name }),
    async shift(ms: number) {
      shiftMs += ms
      await ask('shift', { ms })
    },
    async arm(fault: Fault) {
      const answer = heard<{ armed: true }>((message) => 'armed' in message)
      child.send({ arm: fault })
      await answer
    },
    /** Ends what `arm` began: the steps that there were; null when the server died of it. */
    async disarm(): Promise<Counted | null> {
      if (!lives()) {
        await ended
        return null
      }
      try {
        const answer = heard<{ counted: Counted }>((message) => 'counted' in message)
        child.send({ disarm: true }, () => undefined)
        return (await answer).counted
      } catch {
        await ended
        return null
      }
    },
    /** Starts the server again if it has died. */
    async revive() {
      if (!lives()) {
        await ended
        await launch()
      }
    },
    send,
    /** Returns the answer, or null when none came whole. */
    async call(as: Person, method: string, path: string, body?: object | string): Promise<Response | null> {
      const isText = typeof body === 'string'
      const { status, bytes, whole } = await send(as, method, path, {
        ...(body !== undefined && {
          headers: { 'content-type': isText ? 'text/plain' : 'application/json' },
          body: isText ? body : JSON.stringify(body),
        }),
      })
      return whole ? new Response(status === 204 ? null : bytes, { status }) : null
    },
    /** Makes another one that is now as this one is. */
    async copy() {
      await this.kill()
      const folder = await mkdtemp(join(tmpdir(), 'deedbox-crash-'))
      // The socket for commands is not copied.
      await cp(dataDir, folder, { recursive: true, filter: (path) => !path.endsWith('.control') })
      let copied: string | undefined
      // The connections of the server end a moment after it.
      if (databaseUrl)
        await until(async () => {
          copied = await createDatabase(databaseUrl)
          return true
        }, 'the database can be copied')
      const of = {
        DATA_DIR: folder,
        ...(copied && { DATABASE_URL: copied }),
        ...(s3 && { objects: s3.objects }),
      }
      const made = await startDeedbox({ database, store }, postgres, of)
      await this.revive()
      return made
    },
    /** Ends it as an administrator stops it. */
    async end() {
      await ask('stop').catch(() => undefined)
      await ended
    },
    /** Kills it (SIGKILL). */
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      if (lives()) await this.kill()
      await Promise.all([mail.stop(), s3?.stop()])
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
