import { parseArgs } from 'node:util'
import { counted } from '@deedbox/contract/counts.ts'
import { fileSize } from '@deedbox/contract/sizes.ts'
import { BackupFault, DamagedFault } from '../operations/backup/place/fault.ts'
import { openPlace, placeUrl } from '../operations/backup/place/place.ts'
import { type Verified, verify } from '../operations/backup/restore/verify.ts'
import { privateKeyFrom, progress, runCommand, say } from './command.ts'

const USAGE = `npm run verify -- --from PLACE [--at TIME]    checks the newest copy in a place (or that of a time) without restoring it
  --key-file FILE                             where the private backup key is; otherwise BACKUP_PRIVATE_KEY, or it is asked for`

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      at: { type: 'string' },
      'key-file': { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return say(USAGE)
  if (values.from === undefined) throw new BackupFault(USAGE)
  const place = await openPlace(placeUrl(values.from))
  const show = progress()
  const verified = await verify({
    place,
    privateKey: await privateKeyFrom(values['key-file']),
    at: values.at,
    onProgress: (files, bytes) => show('files', `${counted(files, 'document')} read (${fileSize(bytes)})`),
  }).catch((error: unknown) => {
    // The summary itself: nothing more can be read of the copy.
    if (!(error instanceof DamagedFault)) throw error
    say(`  DAMAGED  ${error.message}\nThe copy is NOT whole.`)
    return null
  })
  if (!verified || verified.problems.length > 0) process.exitCode = 2
  if (verified) sayVerified(verified)
}

function sayVerified(found: Verified): void {
  const { copy, version, rows, tables, files, bytes, problems, lost } = found
  say(`\nThe copy ${copy}, made by version ${version}:
  Decrypted and read: ${counted(rows, 'row')} in ${counted(tables, 'table')}
  ${counted(files, 'document')} (${fileSize(bytes)}); each must decrypt with its own key to the file that was uploaded`)
  for (const path of lost) say(`  The copy has no content of ${path}`)
  for (const problem of problems) say(`  DAMAGED  ${problem}`)
  say(problems.length === 0 ? 'The copy is whole.' : `The copy is NOT whole: ${problems.length} found.`)
}

runCommand(main)
