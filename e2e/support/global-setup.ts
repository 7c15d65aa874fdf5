import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../server/src/testing/postgres.ts'
import { startServer } from './server.ts'

/** Makes a migrated data folder, and a migrated database: a copy is quicker than a new one for each story. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = () => mkdtemp(join(tmpdir(), 'deedbox-template-'))
  const folders = [await folder(), await folder()] as const
  const [dataDir, other] = folders
  await (await startServer({ DATA_DIR: dataDir })).stop()
  process.env.TEMPLATE_DIR = dataDir
  const postgres = await startPostgres()
  if (postgres) {
    const databaseUrl = await postgres.createDatabase()
    await (await startServer({ DATA_DIR: other, DATABASE_URL: databaseUrl })).stop()
    process.env.TEMPLATE_DATABASE_URL = databaseUrl
    process.env.TEMPLATE_STORE = join(other, 'documents')
  }
  return async () => {
    await postgres?.stop()
    for (const one of folders) await rm(one, { recursive: true, force: true })
  }
}
