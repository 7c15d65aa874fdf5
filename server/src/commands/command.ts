import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { BackupFault } from '../operations/backup/place/fault.ts'
import { terminalFault } from '../platform/terminal-fault.ts'

export const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** Runs a command of the terminal: 0 when it did what it says, 1 when it did not, with the reason in plain words. */
export function runCommand(main: () => Promise<void>): void {
  // Files that it writes may be read by Deedbox's own user only.
  process.umask(0o077)
  main().then(
    () => process.exit(process.exitCode ?? 0),
    (error: unknown) => {
      process.stderr.write(`\n${terminalFault(error)}\n`)
      process.exit(1)
    },
  )
}

const EVERY_MS = 2_000

/** Says how far something is: at once when `what` changes, otherwise every two seconds. */
export function progress(): (what: string, text: string) => void {
  let last = ''
  let at = 0
  return (what, text) => {
    const now = performance.now()
    if (what === last && now - at < EVERY_MS) return
    last = what
    at = now
    say(`  ${text}`)
  }
}

/**
 * Reads the private backup key from BACKUP_PRIVATE_KEY, from the file that `--key-file` or BACKUP_PRIVATE_KEY_FILE names, or from the
 * terminal. It is never an argument, which every user of the machine could read.
 */
export async function privateKeyFrom(keyFile: string | undefined): Promise<string> {
  const file = keyFile ?? process.env.BACKUP_PRIVATE_KEY_FILE
  if (file) return readFileSync(file, 'utf8')
  if (process.env.BACKUP_PRIVATE_KEY) return process.env.BACKUP_PRIVATE_KEY
  if (!process.stdin.isTTY)
    throw new BackupFault(
      'The private backup key is needed: in BACKUP_PRIVATE_KEY, or in a file that --key-file names',
    )
  process.stdout.write('Private backup key (AGE-SECRET-KEY-1…, it is not shown): ')
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const asking = createInterface({ input: process.stdin, output: unseen, terminal: true })
  try {
    return await asking.question('')
  } finally {
    asking.close()
    process.stdout.write('\n')
  }
}
