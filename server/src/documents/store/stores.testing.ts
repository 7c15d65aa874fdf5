import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { hourMs } from '@deedbox/contract/durations.ts'
import { inject } from 'vitest'
import { PROBE } from '../../platform/storage/probe.ts'
import { startS3Server } from '../../platform/storage/s3-server.testing.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { testDatabase } from '../../testing/database.ts'
import { createDatabase } from '../../testing/postgres.ts'

const onPostgres = Boolean(inject('postgresUrl'))

/** Opens a deployment whose database and store can be exchanged between starts. */
export async function openDeployment(kind: 'folder' | 'S3') {
  const dataDir = await mkdtemp(join(tmpdir(), 'deedbox-store-'))
  const server = kind === 'S3' ? await startS3Server('deeds', 'AKTEST') : null
  const bucket = (prefix: string) =>
    server && `s3://AKTEST:secret@deeds/${prefix}?endpoint=${encodeURIComponent(server.endpoint)}`
  let storageUrl = bucket('box')
  let databaseUrl = await testDatabase(dataDir)
  let copies = 0
  const running = new Set<TestApp>()
  const database = join(dataDir, 'database')

  return {
    dataDir,
    s3: server,
    async start(
      options: { adopt?: string; say?: (text: string) => void; listen?: boolean } = {},
      more: Record<string, string> = {},
    ): Promise<TestApp> {
      const env = {
        ...more,
        DATA_DIR: dataDir,
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
        ...(storageUrl && { STORAGE_URL: storageUrl }),
      }
      const app = await startTestApp(env, options)
      running.add(app)
      const { stop } = app
      app.stop = async () => {
        running.delete(app)
        await stop()
      }
      return app
    },
    /** Copies the database as a backup would, while nothing runs; `putBack` starts from that copy. */
    async backUp(): Promise<{ putBack: () => Promise<void> }> {
      const copy = databaseUrl ? await createDatabase(databaseUrl) : `${database}.copy-${++copies}`
      if (!databaseUrl) await cp(database, copy, { recursive: true })
      return {
        async putBack() {
          if (databaseUrl) databaseUrl = copy
          else {
            await rm(database, { recursive: true })
            await cp(copy, database, { recursive: true })
          }
        },
      }
    },
    /** Replaces the database by an empty one. */
    async newDatabase(): Promise<void> {
      if (!onPostgres) await rm(database, { recursive: true })
      databaseUrl = await testDatabase(dataDir)
    },
    /** Replaces the store by an empty one. */
    async newStore(): Promise<void> {
      storageUrl = bucket('other')
      if (!server) await rm(join(dataDir, 'documents'), { recursive: true })
    },
    async stop() {
      for (const app of running) await app.stop()
      await server?.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Lists the paths of the content, in order. */
export async function contentOf(storage: Pick<Storage, 'list'>): Promise<string[]> {
  const paths: string[] = []
  for await (const { path } of storage.list()) paths.push(path)
  return paths.sort()
}

/** Puts files into the store that belong to no document. */
export async function putStrays(storage: Storage, owner: string, count: number, from = 1): Promise<string[]> {
  const paths = Array.from({ length: count }, (_, index) => `${owner}/${from + index}.pdf`)
  for (const path of paths) await storage.put(path, Readable.from([Buffer.from(`stray ${path}`)]))
  return paths.sort()
}

/** Leaves what a server does that dies while it probes its store. */
export async function leaveProbe({ dataDir, s3 }: Awaited<ReturnType<typeof openDeployment>>) {
  const name = randomUUID()
  const modifiedAt = new Date(Date.now() - hourMs)
  const key = `box/.probe/${name}`
  const file = join(dataDir, 'documents', '.incoming', name)
  if (s3) s3.objects.set(key, { content: Buffer.from(PROBE), modifiedAt })
  else await writeFile(file, PROBE)
  return { isThere: async () => (s3 ? s3.objects.has(key) : existsSync(file)) }
}
