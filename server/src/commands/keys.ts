import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { putTogether } from '../operations/keys/escrow.ts'
import { parseConfig } from '../platform/config.ts'
import { askServer } from '../platform/control.ts'
import { addMasterKey, putMasterKeys } from '../platform/encryption/keys.ts'
import { Refusal, StartFault } from '../platform/errors.ts'
import { runCommand, say } from './command.ts'

const USAGE = `npm run keys -- rotate     makes a new master key in DATA_DIR/master.key, and puts everything under it in the background
npm run keys -- recover    puts parts of a master key together again, and writes DATA_DIR/master.key`

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { help: { type: 'boolean' } },
    allowPositionals: true,
  })
  const [what, ...more] = positionals
  if (values.help) return say(USAGE)
  if ((what !== 'rotate' && what !== 'recover') || more.length > 0) throw new StartFault(USAGE)
  await (what === 'rotate' ? rotate() : recover())
}

/** Asks the server that runs, where it listens to commands; otherwise the next start goes on with the new key. */
async function rotate(): Promise<void> {
  const { dataDir, masterKey } = parseConfig(process.env)
  if (masterKey !== undefined)
    throw new StartFault(
      'MASTER_KEY is set: put a new key in front of it, with a space, and restart Deedbox.',
    )
  if (!existsSync(join(dataDir, 'master.key')))
    throw new StartFault(`There is no master key in ${dataDir}. Give the server's DATA_DIR.`)
  const asked = await askServer(dataDir, 'rotate-master-key', null)
  if (asked) for (;;) if ((await asked.progress.next()).done) break
  if (!asked) addMasterKey(dataDir)
  say(
    asked
      ? 'The master key was replaced. Everything is put under it in the background: System → Keys shows how far that is.'
      : 'A new master key is in front of the old one. Restart Deedbox: it then puts everything under it in the background.',
  )
  say(`Copy ${join(dataDir, 'master.key')} to where you keep its copy, apart from the backups.`)
}

/** Reads the words of parts, one part a line, from the terminal or another program. */
async function recover(): Promise<void> {
  const { dataDir } = parseConfig(process.env)
  const file = join(dataDir, 'master.key')
  if (existsSync(file))
    throw new StartFault(`${file} exists already, and is not overwritten. Move it away first.`)
  if (process.stdin.isTTY) say('Type the 32 words of each part on one line, and end with an empty line.')
  const parts: string[] = []
  for await (const line of createInterface({ input: process.stdin, terminal: false })) {
    if (line.trim() === '') break
    parts.push(line)
    if (process.stdin.isTTY) say(`Part ${parts.length} was read.`)
  }
  const { key, keyring } = await putTogether(parts).catch((error: unknown) => {
    throw error instanceof Refusal ? new StartFault(error.message) : error
  })
  if (!putMasterKeys(dataDir, key)) throw new StartFault(`${file} was made meanwhile, and was left as it is.`)
  say(`The master key ${keyring.currentId} is in ${file}.`)
}

runCommand(main)
