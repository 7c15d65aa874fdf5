import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { openDatabase } from '../../db/client.ts'
import { needMasterKeys } from '../../db/master-keys.ts'
import { migrate } from '../../db/migrate.ts'
import { ownsStore } from '../../documents/store/store-mark.ts'
import { createContexts } from '../../kernel/context/context.ts'
import type { SettingsReader } from '../../kernel/context/settings.ts'
import { createSettings } from '../../kernel/context/settings.ts'
import { openScanner } from '../../platform/clamd.ts'
import { createClock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { StartFault } from '../../platform/errors.ts'
import { createRenderer } from '../../platform/rendering/renderer.ts'
import { openStorage } from '../../platform/storage/open.ts'
import type { Needs } from './import-file.ts'

export type Opened = { services: Needs; settings: SettingsReader; close(): Promise<void> }

/**
 * Opens the database, store and keys of a deployment that exists, beside its servers. Nothing is created.
 * @throws StartFault when there is none, its store or key is another's, or its embedded database is in use by a server
 */
export async function openDeployment(config: Config, logger: Logger, migrations: string): Promise<Opened> {
  const { databaseUrl, dataDir, masterKey } = config
  const none = 'Check DATA_DIR, DATABASE_URL and STORAGE_URL: they must be those of the server.'
  if (!databaseUrl && !existsSync(join(dataDir, 'database')))
    throw new StartFault(`There is no deployment in ${dataDir}. ${none}`)
  if (!masterKey && !existsSync(join(dataDir, 'master.key')))
    throw new StartFault(`There is no master key in ${dataDir}. Give the server's DATA_DIR or MASTER_KEY.`)
  const database = await openDatabase({ databaseUrl, dataDir, logger }).catch((error: unknown) => {
    if (!(error instanceof StartFault) || databaseUrl) throw error
    throw new StartFault(
      `${error.message}\nThe embedded database can be opened by one process only, and no Deedbox answered in ${dataDir}: ` +
        'stop Deedbox, import, and start it again.',
    )
  })
  try {
    await migrate(database, migrations)
    const storage = await openStorage({ storageUrl: config.storageUrl, dataDir })
    if (!(await ownsStore({ database, storage })))
      throw new StartFault(`The store (${storage.describe()}) is not this database's. ${none}`)
    const keyring = await needMasterKeys(database, config)
    const { rows } = await database.query(
      'select from master_keys where id = $1 and first_seen_at is not null',
      [keyring.currentId],
    )
    if (rows.length === 0)
      throw new StartFault('This master key was never used by the server. Give the MASTER_KEY that it has.')
    const clock = createClock()
    const settings = createSettings(database, config)
    const contexts = createContexts(database, clock, settings)
    const scanner = config.clamdUrl ? openScanner(config.clamdUrl) : null
    // Opens only PDFs that are encrypted.
    const renderer = createRenderer({ logger, workers: 1 })
    return {
      services: { config, contexts, database, clock, keyring, renderer, scanner, storage, logger },
      settings,
      close: async () => {
        await renderer.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
