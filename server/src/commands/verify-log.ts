import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { counted } from '@deedbox/contract/counts.ts'
import { pino } from 'pino'
import { openDatabase } from '../db/client.ts'
import { needMasterKeys } from '../db/master-keys.ts'
import { checkLog } from '../insight/log/check.ts'
import { checkContents } from '../insight/log/check-content.ts'
import { openKeyFolder } from '../insight/log/key-folder.ts'
import { parseConfig } from '../platform/config.ts'
import { StartFault } from '../platform/errors.ts'
import { openStorage } from '../platform/storage/open.ts'
import { runCommand, say } from './command.ts'

const USAGE =
  'npm run verify-log   checks the whole log of the audit trail, and the content of every document; with the embedded database while Deedbox is stopped'

/** Serves npm run verify-log: checks the whole log. With the embedded database Deedbox must not run meanwhile; it checks itself every night. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { help: { type: 'boolean' } } })
  if (values.help) return say(USAGE)
  const config = parseConfig(process.env)
  const { databaseUrl, dataDir, logKey, storageUrl } = config
  // Opening an embedded database that is not there would make an empty one.
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'database')))
    throw new StartFault(
      `There is no database in ${dataDir}. Give the server's DATA_DIR, or its DATABASE_URL.`,
    )
  const database = await openDatabase({ databaseUrl, dataDir, logger: pino({ level: 'silent' }) })
  try {
    const { rows } = await database.query<{ has: boolean }>(
      "select to_regclass('log_origins') is not null as has",
    )
    if (!rows[0]?.has)
      throw new StartFault('The database is not one of Deedbox, or has no log yet: start Deedbox once.')
    const { leaves, problems } = await checkLog(database, openKeyFolder(dataDir, logKey).head())
    const storage = await openStorage({ storageUrl, dataDir })
    const keyring = await needMasterKeys(database, config)
    const documents = await checkContents({ database, storage, keyring }, (problem) => problems.push(problem))
    for (const problem of problems) say(`  WRONG  ${problem}`)
    say(
      problems.length === 0
        ? `The log is whole: ${counted(leaves, 'event')}, and the content of ${counted(documents, 'document')}.`
        : `The log is NOT whole: ${problems.length} found in ${counted(leaves, 'event')}.`,
    )
    if (problems.length > 0) process.exitCode = 2
  } finally {
    await database.close()
  }
}

runCommand(main)
