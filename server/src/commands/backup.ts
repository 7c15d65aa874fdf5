import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { counted } from '@deedbox/contract/counts.ts'
import { fileSize } from '@deedbox/contract/sizes.ts'
import { pino } from 'pino'
import { openDatabase } from '../db/client.ts'
import { needMasterKeys } from '../db/master-keys.ts'
import { lacking } from '../db/migrate.ts'
import { ownsStore } from '../documents/store/store-mark.ts'
import { migrations } from '../home.ts'
import { createContexts } from '../kernel/context/context.ts'
import { createSettings } from '../kernel/context/settings.ts'
import { backUp } from '../operations/backup/copy/backup.ts'
import { BackupFault } from '../operations/backup/place/fault.ts'
import { newBackupKey } from '../operations/backup/place/keys.ts'
import { placeUrl } from '../operations/backup/place/place.ts'
import type { BackupNeeds, BackupOptions, BackupProgress, BackupRun } from '../operations/backup/place/run.ts'
import { askForBackup } from '../operations/backup/schedule/control.ts'
import { createClock } from '../platform/clock.ts'
import { type Config, parseConfig } from '../platform/config.ts'
import { openStorage } from '../platform/storage/open.ts'
import { progress, runCommand, say } from './command.ts'

const USAGE = `npm run backup -- --new-key      makes the key that opens backups, once
npm run backup -- --to PLACE     makes a copy in a folder, or in s3://bucket?endpoint=… (without --to: in BACKUP_URL)
  --new-place                    the place had copies, and was emptied on purpose
  --go-on                        this deployment goes on from an older copy than the newest one there`

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      'new-key': { type: 'boolean' },
      'new-place': { type: 'boolean', default: false },
      'go-on': { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return say(USAGE)
  if (values['new-key']) return sayNewKey()
  const config = parseConfig(process.env)
  const to = values.to ?? config.backupUrl
  if (to === undefined) throw new BackupFault(USAGE)
  const options = {
    place: placeUrl(to),
    newPlace: values['new-place'],
    goOn: values['go-on'],
    onProgress: showProgress(),
  }
  const run = await make(config, options)
  say(
    `\nBackup made: ${run.copy} in the ${run.place}\n  ${counted(run.documents, 'document')}, ${fileSize(run.bytesTotal)} together; ` +
      `${fileSize(run.bytesCopied)} of it was copied now`,
  )
  if (run.problem === null) return
  say(`  ${run.problem}`)
  process.exitCode = 2
}

async function sayNewKey(): Promise<void> {
  const { privateKey, publicKey } = await newBackupKey()
  say(`The private key opens every backup. It is shown only now and is stored nowhere: keep it apart from this machine and from the
backups (a password safe, a printed page in an envelope). Without it no backup can be restored.

  ${privateKey}

The public key only encrypts. Set it for the server, and for this command:

  BACKUP_KEY=${publicKey}
`)
}

function showProgress(): (progress: BackupProgress) => void {
  const show = progress()
  return ({ stage, done, total, bytes }) => {
    if (stage === 'content')
      show(stage, `Documents: ${done} of ${total ?? '…'} are in the place (${fileSize(bytes)} copied)`)
    else if (stage === 'rows') show(stage, `Database: ${counted(done, 'row')} read`)
    else show(stage, `Finishing: ${counted(done, 'document')} listed`)
  }
}

/** Makes a backup: the server that has the embedded database open does it; otherwise this process. */
async function make(config: Config, options: BackupOptions): Promise<BackupRun> {
  const made = config.databaseUrl
    ? null
    : await askForBackup(config.dataDir, { ...options, key: config.backupKey })
  if (made) return made
  const services = await openServices(config)
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort(new BackupFault('The backup was stopped; what was copied stays')))
  try {
    return await backUp(services, { ...options, signal: stop.signal })
  } finally {
    await services.database.close()
  }
}

/** Opens the parts of a deployment that a backup needs; it must have been started before. */
async function openServices(config: Config): Promise<BackupNeeds> {
  const { databaseUrl, dataDir, storageUrl, masterKey } = config
  if (!databaseUrl && !existsSync(join(dataDir, 'database')))
    throw new BackupFault(`There is no deployment in ${dataDir}: set DATA_DIR, or DATABASE_URL`)
  if (masterKey === undefined && !existsSync(join(dataDir, 'master.key')))
    throw new BackupFault(
      `There is no master.key in ${dataDir}: set DATA_DIR or MASTER_KEY as the server has it`,
    )
  const logger = pino({ level: config.logLevel })
  const database = await openDatabase({ databaseUrl, dataDir, logger })
  try {
    if ((await lacking(database, migrations)) > 0)
      throw new BackupFault('The database is of an older version: use that version, or start this one once')
    const storage = await openStorage({ storageUrl, dataDir })
    if (!(await ownsStore({ database, storage })))
      throw new BackupFault(
        `The content store (${storage.describe()}) does not belong to this database: set DATA_DIR and STORAGE_URL as the server has them`,
      )
    const contexts = createContexts(database, createClock(), createSettings(database, config))
    return { config, contexts, database, keyring: await needMasterKeys(database, config), logger, storage }
  } catch (error) {
    await database.close()
    throw error
  }
}

runCommand(main)
