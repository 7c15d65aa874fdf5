import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { inject } from 'vitest'
import { openDatabase } from '../../db/client.ts'
import { buildDatabase } from '../../db/embedded.files.ts'
import { migrations } from '../../home.ts'
import { parseConfig } from '../../platform/config.ts'
import { openStorage } from '../../platform/storage/open.ts'
import { startS3Server } from '../../platform/storage/s3-server.testing.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { backUp } from './copy/backup.ts'
import { newBackupKey } from './place/keys.ts'
import { openPlace } from './place/place.ts'
import type { BackupOptions } from './place/run.ts'
import { quoted, tablesOf } from './place/tables.ts'
import { type RestoreOptions, restore } from './restore/restore.ts'
import { verify } from './restore/verify.ts'

const silent = pino({ level: 'silent' })

/** Places of deployments and their backups, each new and empty, in folders or in buckets. */
export async function openGround(kind: 'folder' | 'S3') {
  const folders: string[] = []
  const folder = async () => {
    const made = await mkdtemp(join(tmpdir(), 'deedbox-backup-'))
    folders.push(made)
    return made
  }
  const s3 = kind === 'S3' ? await startS3Server('boxes', 'AKTEST') : null
  let buckets = 0
  const bucket = () =>
    s3 && `s3://AKTEST:secret@boxes/b${++buckets}?endpoint=${encodeURIComponent(s3.endpoint)}`
  const key = await newBackupKey()
  const running = new Set<TestApp>()
  let built: Promise<string> | undefined

  async function start(env: Record<string, string>): Promise<TestApp> {
    const app = await startTestApp({ BACKUP_KEY: key.publicKey, ...env })
    const { stop } = app
    running.add(app)
    app.stop = async () => {
      running.delete(app)
      await stop()
    }
    return app
  }

  return {
    key,
    s3,
    folder,
    start,
    newPlace: async () => bucket() ?? pathToFileURL(await folder()).href,
    /** Makes a new deployment's environment but for its database and folder. */
    async newStore(): Promise<Record<string, string>> {
      const storage = bucket()
      return storage ? { STORAGE_URL: storage } : {}
    },
    /** Makes an empty place for a deployment: its environment. On PostgreSQL `embedded` asks for PGlite all the same. */
    async newTarget({ embedded = false } = {}): Promise<Record<string, string>> {
      const storage = bucket()
      const databaseUrl = embedded ? '' : await emptyDatabase()
      const dataDir = await folder()
      if (databaseUrl === '') {
        // Making one takes seconds: it is made once, and copied.
        built ??= folder().then(async (made) => {
          await buildDatabase(join(made, 'database'))
          return made
        })
        await cp(join(await built, 'database'), join(dataDir, 'database'), { recursive: true })
      }
      return { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...(storage && { STORAGE_URL: storage }) }
    },
    backUp: (app: TestApp, place: string, more: Partial<BackupOptions> = {}) =>
      backUp(app.services, { place, ...more }),
    verify: async (place: string, more: { at?: string; privateKey?: string } = {}) =>
      verify({ place: await openPlace(place), privateKey: key.privateKey, ...more }),
    async restore(
      place: string,
      env: Record<string, string>,
      more: Partial<Pick<RestoreOptions, 'at' | 'privateKey' | 'migrations' | 'skipDamagedErasures'>> = {},
    ) {
      const config = parseConfig(env)
      const { databaseUrl, dataDir, storageUrl } = config
      const database = await openDatabase({ databaseUrl, dataDir, logger: silent })
      try {
        const storage = await openStorage({ storageUrl, dataDir })
        const at = { place: await openPlace(place), privateKey: key.privateKey, ...more }
        return await restore({ migrations, ...at, database, storage, config, logger: silent })
      } finally {
        await database.close()
      }
    },
    async stop() {
      for (const app of running) await app.stop()
      await s3?.stop()
      for (const made of folders) await rm(made, { recursive: true, force: true })
    },
  }
}

/** Returns the URL of a new database without a table, on the suite's PostgreSQL; empty on PGlite. */
async function emptyDatabase(): Promise<string> {
  const url = inject('postgresUrl')
  if (!url) return ''
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const name = `empty_${crypto.randomUUID().replaceAll('-', '')}`
  await client.query(`create database ${name} template template1`)
  await client.end()
  return new URL(`/${name}`, url).href
}

/** Digests of the rows of every table of a deployment, whatever their order. */
export async function contentsOf({ services: { database } }: TestApp): Promise<Record<string, string>> {
  const digests: Record<string, string> = {}
  for (const { name } of await tablesOf(database)) {
    const { rows } = await database.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(to_jsonb(t)::text), '' order by md5(to_jsonb(t)::text))), '') as digest
       from ${quoted(name)} t`,
    )
    digests[name] = rows[0]?.digest ?? ''
  }
  return digests
}
