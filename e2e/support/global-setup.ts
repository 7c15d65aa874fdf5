import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPrices } from '../../contract/src/offer.ts'
import { startPostgres } from '../../server/src/testing/postgres.ts'
import { startServer } from './server.ts'

/** Makes a migrated data folder, and a migrated database: a copy is quicker than a new one for each story. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = () => mkdtemp(join(tmpdir(), 'deedbox-template-'))
  const folders = [await folder(), await folder()] as const
  const [dataDir, other] = folders
  await fill({ DATA_DIR: dataDir })
  process.env.TEMPLATE_DIR = dataDir
  const postgres = await startPostgres()
  if (postgres) {
    const databaseUrl = await postgres.createDatabase()
    await fill({ DATA_DIR: other, DATABASE_URL: databaseUrl })
    process.env.TEMPLATE_DATABASE_URL = databaseUrl
    process.env.TEMPLATE_OF_DATABASE = other
  }
  return async () => {
    await postgres?.stop()
    for (const one of folders) await rm(one, { recursive: true, force: true })
  }
}

/**
 * Fills the settings: no role needs a second factor unless a story says so, as stories move the clock beyond the days of grace, and the public pages
 * have prices.
 */
async function fill(env: Record<string, string>): Promise<void> {
  const values = { secondFactorRoles: [], prices: startPrices, businessHours: 'Mon-Fri 9-5 AEST' }
  const server = await startServer(env)
  await server.ask('rows', {
    sql: `update settings set "values" = '${JSON.stringify(values)}', version = version + 1`,
  })
  // Log begun here in any case: on a slow machine it would be anyway.
  await server.ask('seal')
  await server.stop()
}
