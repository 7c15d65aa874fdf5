import { type SpawnSyncOptions, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from './free-port.ts'

export interface TestPostgres {
  /** The maintenance database; tests create their own with `createDatabase`. */
  url: string
  createDatabase(): Promise<string>
  /** Creates an empty database of this name. */
  createNamed(name: string): Promise<string>
  urlOf(name: string): string
  /** Makes a copy that follows this server (reached by the URL `from`, which may name it); it has the same databases. */
  startStandby(from?: string): Promise<Standby>
  /** Ends the server as an administrator would, or `immediate` as a crash does; `resume` starts it again at the same address. */
  pause(how?: 'fast' | 'immediate'): Promise<void>
  resume(): Promise<void>
  stop(): Promise<void>
}

export interface Standby {
  /** Returns the URL of the same database on the standby. */
  of(url: string): string
  /** Makes it a server of its own. */
  promote(): Promise<void>
  stop(): Promise<void>
}

/** Finds the folder of `initdb` and `postgres`: on the PATH, or where Debian puts the newest version. */
function findBinaries(): string | null {
  const debian = '/usr/lib/postgresql'
  const versions = fs.existsSync(debian) ? fs.readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(process.env.PATH ?? '').split(path.delimiter),
    ...versions.map((version) => path.join(debian, version, 'bin')),
  ]
  const binaries = folders.find((folder) => folder && fs.existsSync(path.join(folder, 'initdb')))
  // A link on the PATH: the other programs are where it leads.
  return binaries ? path.dirname(fs.realpathSync(path.join(binaries, 'initdb'))) : null
}

/** Finds a user without privileges. PostgreSQL refuses to run as root, so root hands it to the user `postgres`, else to `nobody`. */
function unprivileged(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const users = fs.readFileSync('/etc/passwd', 'utf8').split('\n')
  const line =
    users.find((user) => user.startsWith('postgres:')) ?? users.find((user) => user.startsWith('nobody:'))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null
}

/**
 * Starts a separate PostgreSQL server in a temporary folder, on a random loopback port; `stop` ends it and removes the
 * folder. Writes are durable only with `durable`: benchmarks need the real cost of a commit. With `keepIn` the databases are in
 * that folder, stay there, and are used again.
 *
 * @returns null if this machine has no PostgreSQL (the caller then skips and says so)
 */
export async function startPostgres({
  durable = false,
  keepIn,
}: {
  durable?: boolean
  keepIn?: string | undefined
} = {}): Promise<TestPostgres | null> {
  const bin = findBinaries()
  if (!bin) return null
  const user = unprivileged()
  if (keepIn) fs.mkdirSync(keepIn, { recursive: true })
  const home = keepIn ?? fs.mkdtempSync(path.join(os.tmpdir(), 'deedbox-postgres-'))
  if (user) fs.chownSync(home, user.uid, user.gid)
  const options: SpawnSyncOptions = {
    ...user,
    cwd: home,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  }
  const data = path.join(home, 'data')
  if (!fs.existsSync(data)) {
    const made = spawnSync(
      path.join(bin, 'initdb'),
      ['-D', data, '-U', 'deedbox', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
      options,
    )
    if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`)
  }

  const port = await freePort()
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    ...(durable ? {} : { fsync: 'off' }),
  }
  const launch = () => launchServer(bin, data, settings, { ...user, cwd: home })
  let end: ((how: 'fast' | 'immediate') => Promise<void>) | undefined = await launch()
  const pause = async (how: 'fast' | 'immediate' = 'fast') => {
    await end?.(how)
    end = undefined
  }

  const at = (database: string) => `postgres://deedbox@127.0.0.1:${port}/${database}`
  return {
    url: at('postgres'),
    createDatabase: () => createDatabase(at('template1')),
    createNamed: (name) => createDatabase(at('template1'), name),
    urlOf: at,
    async startStandby(from = at('')) {
      const copy = path.join(home, 'standby')
      // The call is not synchronous: `from` may lead through this process.
      const made = spawn(
        path.join(bin, 'pg_basebackup'),
        ['-d', from, '-D', copy, '-R', '-c', 'fast', '-X', 'stream'],
        { ...user, cwd: home, stdio: ['ignore', 'ignore', 'pipe'] },
      )
      const said = made.stderr.setEncoding('utf8').toArray()
      const [code] = await once(made, 'close')
      if (code !== 0) throw new Error(`pg_basebackup failed: ${(await said).join('')}`)
      const port = await freePort()
      const end = await launchServer(bin, copy, { ...settings, port }, { ...user, cwd: home })
      return {
        of: (url) => Object.assign(new URL(url), { port: String(port) }).href,
        async promote() {
          const done = spawnSync(path.join(bin, 'pg_ctl'), ['promote', '-D', copy], options)
          if (done.status !== 0) throw new Error(`pg_ctl failed: ${done.stderr}`)
        },
        stop: () => end('fast'),
      }
    },
    pause,
    async resume() {
      end ??= await launch()
    },
    async stop() {
      await pause()
      if (!keepIn) fs.rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Starts a server on a data folder; returns what ends it. */
async function launchServer(
  bin: string,
  data: string,
  settings: Record<string, string | number>,
  options: { uid?: number; gid?: number; cwd: string },
) {
  const server = spawn(
    path.join(bin, 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = once(server, 'exit')
  let said = ''
  await new Promise<void>((resolve, reject) => {
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (said.includes('ready to accept')) resolve()
    })
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${said}`)))
  })
  server.stderr.removeAllListeners('data').resume()
  return async (how: 'fast' | 'immediate') => {
    // A fast shutdown ends open connections; an immediate one recovers at the next start.
    server.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await ended
  }
}

/** Creates a new database on the same server, as this one is now; nobody may be connected to that one. Returns its URL. */
export async function createDatabase(
  template: string,
  name = `test_${randomUUID().replaceAll('-', '')}`,
): Promise<string> {
  const { default: pg } = await import('pg')
  const of = (name: string) => new URL(`/${name}`, template).href
  const client = new pg.Client({ connectionString: of('postgres') })
  await client.connect()
  try {
    await client.query(`create database ${name} template ${new URL(template).pathname.slice(1)}`)
  } finally {
    await client.end()
  }
  return of(name)
}

/** Returns the URL of the same database for connections of this application_name. */
export const named = (url: string, name: string): string => {
  const address = new URL(url)
  address.searchParams.set('application_name', name)
  return address.href
}

/** Locks a table against writes until `release`; `waiting` names the connections (application_name) that wait for it. */
export async function holdTable(url: string, table: string) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  await client.query(`lock table ${table} in share mode`)
  return {
    async waiting(): Promise<string[]> {
      // A transaction keeps seeing the connections of its first look.
      await client.query('select pg_stat_clear_snapshot()')
      const { rows } = await client.query<{ name: string }>(
        `select application_name as name from pg_locks join pg_stat_activity using (pid)
         where relation = $1::regclass and not granted`,
        [table],
      )
      return rows.map(({ name }) => name)
    },
    release: () => client.end(),
  }
}
