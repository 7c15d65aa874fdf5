import { pino } from 'pino'
import { openDatabase } from '../db/client.ts'
import { needMasterKeys } from '../db/master-keys.ts'
import { checkLog } from '../insight/log/check.ts'
import { checkContents } from '../insight/log/check-content.ts'
import { openKeyFolder } from '../insight/log/key-folder.ts'
import { parseConfig } from '../platform/config.ts'
import { openStorage } from '../platform/storage/open.ts'
import { count, runCommand, say } from './command.ts'

/** Serves npm run verify-log: checks the whole log. With the embedded database Deedbox must not run meanwhile; it checks itself every night. */
async function main(): Promise<void> {
  const config = parseConfig(process.env)
  const { databaseUrl, dataDir, logKey, storageUrl } = config
  const database = await openDatabase({ databaseUrl, dataDir, logger: pino({ level: 'silent' }) })
  try {
    const { leaves, problems } = await checkLog(database, openKeyFolder(dataDir, logKey).head())
    const storage = await openStorage({ storageUrl, dataDir })
    const keyring = await needMasterKeys(database, config)
    const documents = await checkContents({ database, storage, keyring }, (problem) => problems.push(problem))
    for (const problem of problems) say(`  WRONG  ${problem}`)
    say(
      problems.length === 0
        ? `The log is whole: ${count(leaves, 'event')}, and the content of ${count(documents, 'document')}.`
        : `The log is NOT whole: ${problems.length} found in ${count(leaves, 'event')}.`,
    )
    if (problems.length > 0) process.exitCode = 2
  } finally {
    await database.close()
  }
}

runCommand(main)
