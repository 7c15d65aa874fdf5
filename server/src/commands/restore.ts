import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { counted } from '@deedbox/contract/counts.ts'
import { fileSize } from '@deedbox/contract/sizes.ts'
import { pino } from 'pino'
import { openDatabase } from '../db/client.ts'
import { grantTo } from '../db/roles.ts'
import { migrations } from '../home.ts'
import { copyTime, listCopies, readCopy } from '../operations/backup/place/copies.ts'
import { BackupFault, DamagedFault } from '../operations/backup/place/fault.ts'
import { needHead } from '../operations/backup/place/head.ts'
import { openPlace, type Place, placeUrl } from '../operations/backup/place/place.ts'
import {
  type Restored,
  type RestoreOptions,
  type RestoreProgress,
  restore,
} from '../operations/backup/restore/restore.ts'
import { type Config, parseConfig } from '../platform/config.ts'
import { protectDataFolder } from '../platform/data-folder.ts'
import { openStorage } from '../platform/storage/open.ts'
import { privateKeyFrom, progress, runCommand, say } from './command.ts'

const USAGE = `npm run restore -- --from PLACE --list        names the copies in a place
npm run restore -- --from PLACE [--at TIME]   builds the deployment of the newest copy (or of that time) in an empty database
                                              and an empty store: DATA_DIR, or DATABASE_URL and STORAGE_URL
  --skip-damaged-erasures                     goes on although the place does not say whole what was erased since the copy
  --key-file FILE                             where the private backup key is; otherwise BACKUP_PRIVATE_KEY, or it is asked for`

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      at: { type: 'string' },
      list: { type: 'boolean' },
      'skip-damaged-erasures': { type: 'boolean', default: false },
      'key-file': { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return say(USAGE)
  if (values.from === undefined) throw new BackupFault(USAGE)
  const place = await openPlace(placeUrl(values.from))
  if (values.list) return list(place)
  const config = parseConfig(process.env)
  const privateKey = await privateKeyFrom(values['key-file'])
  const skipDamagedErasures = values['skip-damaged-erasures']
  sayRestored(config, await run(config, { place, privateKey, at: values.at, skipDamagedErasures }))
}

async function list(place: Place): Promise<void> {
  await needHead(place)
  const { whole } = await listCopies(place)
  for (const name of whole) say(`${name}  ${await summaryOf(place, name)}`)
  say(`${counted(whole.length, 'copy', 'copies')} in the ${place.describe()}`)
}

/** Says in a line what a copy holds; a damaged one does not hide the others. */
async function summaryOf(place: Place, name: string): Promise<string> {
  try {
    const { files, contentBytes, rows, version } = await readCopy(place, name)
    return `${counted(files, 'document')}, ${fileSize(contentBytes + rows.bytes)}, by version ${version}`
  } catch (error) {
    if (!(error instanceof DamagedFault)) throw error
    return `cannot be restored: ${error.message}`
  }
}

async function run(
  config: Config,
  copy: Pick<RestoreOptions, 'place' | 'privateKey' | 'at' | 'skipDamagedErasures'>,
): Promise<Restored> {
  const { dataDir, storageUrl, databaseUrl } = config
  const owner = process.env.MIGRATE_DATABASE_URL || databaseUrl
  const logger = pino({ level: config.logLevel })
  protectDataFolder(dataDir)
  const database = await openDatabase({ databaseUrl: owner, dataDir, logger })
  try {
    const restored = await restore({
      ...copy,
      database,
      storage: await openStorage({ storageUrl, dataDir }),
      config,
      migrations,
      logger,
      onProgress: showProgress(),
    })
    const role = owner !== databaseUrl && databaseUrl && decodeURIComponent(new URL(databaseUrl).username)
    if (role) await database.transaction(() => grantTo(database, role))
    return restored
  } finally {
    await database.close()
  }
}

function showProgress(): (progress: RestoreProgress) => void {
  const show = progress()
  const words = { rows: 'Database', content: 'Documents', checking: 'Checking documents' }
  return ({ stage, done, total }) =>
    show(stage, `${words[stage]}: ${done}${total === null ? ' rows' : ` of ${total}`}`)
}

function sayRestored({ dataDir }: Config, restored: Restored): void {
  const { copy, resumed, tables, rows, documents, bytes, events, mails, lost, keyWritten } = restored
  say(`
Restored: the copy of ${copyTime(copy).toISOString()}${resumed ? ', going on from where it had been interrupted' : ''}
Verified:
  ${counted(rows, 'row')} in ${counted(tables, 'table')}; at first each had as many as in the copy, with all their references
  ${counted(events, 'event')} of the audit trail, which is protected again
  ${counted(documents, 'document')} (${fileSize(bytes)}), each read from the new store and decrypted with its own key
Nobody is signed in. ${mails === 0 ? 'No email was waiting.' : `${counted(mails, 'email')} had not been sent and will be at the start.`}
${keyWritten ? `The master key is in ${join(dataDir, 'master.key')}.` : 'The master key that was here is the right one.'}`)
  sayErased(restored)
  for (const path of lost)
    say(`The copy has no content of ${path}: the deployment had lost or erased it when the copy was made.`)
  say(
    '\nStart Deedbox with the same DATA_DIR, DATABASE_URL and STORAGE_URL. Its other settings are not part of a copy.',
  )
}

function sayErased({ erasedAgain, erasuresLacking }: Restored): void {
  say(
    erasedAgain === null
      ? 'Whether documents were erased since the copy was made, this place does not say: no version that notes it has made a backup ' +
          'there. If some were, delete them again.'
      : erasedAgain === 0
        ? `${erasuresLacking.length === 0 ? 'No' : 'As far as the place says, no'} document of the copy was erased since.`
        : `${counted(erasedAgain, 'document')} had been erased since the copy was made, and ${erasedAgain === 1 ? 'was' : 'were'} erased again.`,
  )
  for (const problem of erasuresLacking) say(`What was erased may be there again: ${problem}`)
}

runCommand(main)
