import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newBackupKey } from '../../server/src/operations/backup/place/keys.ts'
import { openS3Storage } from '../../server/src/platform/storage/s3.ts'
import type { TestPostgres } from '../../server/src/testing/postgres.ts'
import { compiled, type Deedbox, startDeedbox, withFaults } from '../crash/deedbox.ts'
import { home, until } from '../support/server.ts'
import { type Swift, startSwift } from '../support/swift.ts'

type Env = Record<string, string>
export type Ground = Awaited<ReturnType<typeof openGround>>

/**
 * Opens the ground of a trial: the places of its copies, and of what is restored from them, in folders or in buckets (of Swift); and the
 * commands of an administrator.
 */
export async function openGround(
  kind: 'folder' | 's3',
  database: 'pglite' | 'postgres',
  postgres: TestPostgres | null,
  /** Starts the service with the buckets. */
  startBuckets: (folder: string) => Promise<Pick<Swift, 'bucket' | 'stop'>> = startSwift,
) {
  const folders: string[] = []
  const key = await newBackupKey()
  const otherKey = (await newBackupKey()).privateKey
  let buckets = 0
  const folder = async () => {
    const made = await mkdtemp(join(tmpdir(), 'deedbox-trial-'))
    folders.push(made)
    return made
  }
  const swift = kind === 's3' ? await startBuckets(await folder()) : null

  /** Starts a command, with a fault where `env` names one; its output, and the most memory that it took (MiB). */
  function begin(name: string, args: string[], env: Env) {
    const { PATH = '' } = process.env
    // The embedded database takes longer to compile than to use; without a fault these options save only that.
    const before = env.FAULT || database === 'pglite' ? withFaults : []
    const child = spawn(process.execPath, [...before, join(home, `server/dist/${name}.js`), ...args], {
      env: { PATH, ...compiled(), LOG_LEVEL: 'silent', BACKUP_PRIVATE_KEY: key.privateKey, ...env },
    })
    let said = ''
    let memory = 0
    for (const output of [child.stdout, child.stderr])
      output.on('data', (text) => {
        said += text
      })
    const status = `/proc/${child.pid}/status`
    const measure = setInterval(() => {
      const found = existsSync(status) && /VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))
      if (found) memory = Math.round(Number(found[1]) / 1024)
    }, 100)
    const ended = once(child, 'close').then(([code]) => {
      clearInterval(measure)
      return { code: code as number | null, said, memory }
    })
    return {
      ended,
      said: () => said,
      /** Sends SIGKILL; tells whether it had not ended before. */
      async kill(): Promise<boolean> {
        child.kill('SIGKILL')
        return (await ended).code === null
      },
    }
  }
  const run = (name: string, args: string[], env: Env) => begin(name, args, env).ended
  async function must(name: string, args: string[], env: Env): Promise<void> {
    const { code, said } = await run(name, args, env)
    assert.equal(code, 0, `${name} ${args.join(' ')}: ${said}`)
  }

  return {
    otherKey,
    begin,
    run,
    must,
    path: (place: string) => place,
    newPlace: async () => swift?.bucket(`place${++buckets}`) ?? folder(),
    /** Makes an empty place for a deployment: its environment. */
    async newTarget(): Promise<Env> {
      const dataDir = await folder()
      const url = database === 'postgres' ? await postgres?.createDatabase() : undefined
      const store = await swift?.bucket(`deeds${++buckets}`)
      return { DATA_DIR: dataDir, ...(url && { DATABASE_URL: url }), ...(store && { STORAGE_URL: store }) }
    },
    async giveKey(deedbox: Deedbox) {
      deedbox.env.BACKUP_KEY = key.publicKey
      await deedbox.kill()
      await deedbox.revive()
    },
    envOf: ({ env }: Deedbox): Env => ({ ...env, BACKUP_KEY: key.publicKey }),
    backup: (deedbox: Deedbox, place: string) => must('backup', ['--to', place], deedbox.env),
    verify: (place: string) => must('verify', ['--from', place], {}),
    restore: (place: string, target: Env) => must('restore', ['--from', place], target),
    /** Forgets the lock: a backup that was killed counts for two minutes. */
    forgetLock: (deedbox: Deedbox) => deedbox.rows('delete from backup_lock returning id'),
    async hasCopy(place: string) {
      const { said } = await run('restore', ['--from', place, '--list'], {})
      return /^\d{4}-\S+ {2}\d+ documents/m.test(said)
    },
    /** Checks that what is there is a whole copy, or none yet. */
    async verifyIfAny(place: string): Promise<void> {
      const { code, said } = await run('verify', ['--from', place], {})
      if (code !== 0) assert.match(said, /There is no (?:copy|backup) in/, said)
    },
    /** Tells whether a restore has changed anything there: the mark in the store. */
    isBegun: async ({ DATA_DIR = '', STORAGE_URL }: Env) =>
      STORAGE_URL
        ? (await openS3Storage(STORAGE_URL).readMark()) !== null
        : existsSync(join(DATA_DIR, 'documents', '.deployment')),
    /** Tells whether no server starts there because a restore is not finished. */
    async isRefused(target: Env): Promise<boolean> {
      const starting = begin('main', [], { ...target, PORT: '0' })
      let refused: string | undefined
      void starting.ended.then(({ said }) => {
        refused = said
      })
      const isOver = () => refused !== undefined || starting.said().includes('Deedbox is ready')
      await until(isOver, 'a server starts or refuses to', 600)
      if (refused === undefined) {
        await starting.kill()
        return false
      }
      assert.match(refused, /not finished/)
      return true
    },
    /** Starts what was restored: it has all of `held`, and nothing but what is `known`, each as it was. */
    async compare(target: Env, held: Map<string, string>, known = held) {
      const deedbox = await startDeedbox({ database, store: 'folder' }, null, target)
      try {
        const admin = await deedbox.person('trustee')
        const rows = await deedbox.rows<{ id: string; open: boolean; owner: string }>(
          'select id, wrapped_key is not null as open from documents',
        )
        const there = new Set(rows.filter(({ open }) => open).map(({ id }) => id))
        for (const id of held.keys()) assert(there.has(id), `${id} was acknowledged, and is not in the copy`)
        for (const id of known.keys()) {
          if (!there.has(id)) continue
          const answer = await deedbox.call(admin, 'GET', `/api/documents/${id}/content`)
          if (answer?.status === 404 && !held.has(id)) continue
          assert.equal(answer?.status, 200, `the content of ${id}`)
          const content = Buffer.from((await answer?.arrayBuffer()) ?? [])
          assert.equal(createHash('sha256').update(content).digest('hex'), known.get(id))
        }
      } finally {
        await deedbox.stop()
      }
    },
    async stop() {
      await swift?.stop()
      for (const made of folders) await rm(made, { recursive: true, force: true })
    },
  }
}
