import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { counted } from '@deedbox/contract/counts.ts'
import { openKeyFolder } from '../insight/log/key-folder.ts'
import { learnMailedHead } from '../insight/log/mailed-head.ts'
import { parseConfig } from '../platform/config.ts'
import { StartFault } from '../platform/errors.ts'
import { runCommand, say } from './command.ts'

const USAGE = `npm run log -- continue   begins a new log, which names the one before it: after a restore, on a copy, or to change the key
npm run log -- moved      says that this data folder was moved for good, and that the one it came from never runs again
npm run log -- head       reads a head that was mailed from the standard input; if it is higher than what is known here, nothing is signed
  --yes                   does not ask`

const questions = {
  continue:
    'The log so far is frozen, and a new one with a new key begins and names it. Evidence shows the gap in plain words.\nDeedbox begins it as soon as it runs.',
  moved:
    'If the place where this folder came from ever runs again, both sign the same log, and nobody can trust either.\nIf it may, answer no and run `npm run log -- continue` here.',
}

async function isSure(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new StartFault('Nobody is there to ask. Say --yes if you are sure.')
  const asking = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await asking.question(`${question}\nType yes to go on: `)
  asking.close()
  return answer.trim() === 'yes'
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { yes: { type: 'boolean', default: false }, help: { type: 'boolean' } },
    allowPositionals: true,
  })
  const [what, ...more] = positionals
  if (values.help) return say(USAGE)
  if ((what !== 'continue' && what !== 'moved' && what !== 'head') || more.length > 0)
    throw new StartFault(USAGE)
  const { dataDir, logKey } = parseConfig(process.env)
  if (!existsSync(dataDir)) throw new StartFault(`There is no folder ${dataDir}. Give the server's DATA_DIR.`)
  const folder = openKeyFolder(dataDir, logKey)
  if (what === 'head') {
    const { known, mailed } = learnMailedHead(folder, await text(process.stdin))
    return say(
      mailed > known
        ? `Noted: ${counted(mailed, 'event')} were signed, and ${known} were known here. Deedbox signs nothing until \`npm run log -- continue\`.`
        : `Nothing is new: ${counted(known, 'event')} are known to be signed here, and the mailed head has ${mailed}.`,
    )
  }
  if (what === 'moved' && folder.head() === null)
    throw new StartFault(`There is no log in ${join(dataDir, 'log.head')} that could have been moved.`)
  if (!values.yes && !(await isSure(questions[what]))) return say('Nothing was changed.')
  if (what === 'continue') {
    folder.askContinue()
    if (logKey !== undefined)
      say(
        'LOG_KEY gives the key of the log: set it to another 32 random bytes in base64 first, for the new log.',
      )
    return say('Asked. Deedbox begins the new log as soon as it runs.')
  }
  folder.settle()
  say('Noted. Deedbox goes on with the log as soon as it runs.')
}

runCommand(main)
