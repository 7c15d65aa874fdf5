import fs from 'node:fs'
import path from 'node:path'
import { StartFault } from './errors.ts'

/** Deedbox's own entries in the data folder. */
const OURS = [
  'database',
  'database.new',
  'database.lock',
  'database.pid',
  'documents',
  'mailbox',
  'master.key',
]
const OTHERS_WRITE = 0o022
const STICKY = 0o1000

/** Whether this process may change the permissions of a file. */
const isOwn = ({ uid }: fs.Stats): boolean => process.getuid?.() === 0 || process.getuid?.() === uid

/**
 * Creates the data folder, or tightens the permissions of an existing one: only Deedbox's own user may read its entries
 * (0700, 0600). Only entries that were open are walked through, so later starts cost nothing.
 *
 * @throws StartFault when an entry belongs to another user and everybody may read it
 */
export function protectDataFolder(dataDir: string): void {
  // Windows has no such permissions: the folder inherits those of the user's folder.
  if (process.platform === 'win32') return
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const stats = fs.statSync(dataDir)
  const names = fs.readdirSync(dataDir)
  // A folder with other content too stays readable for others, but nobody else may replace our files in it.
  const onlyOurs = names.every(
    (name) => OURS.includes(name) || name.startsWith('.') || name.startsWith('drawn-pages-'),
  )
  if ((stats.mode & STICKY) === 0) {
    const tight = onlyOurs ? 0o700 : stats.mode & 0o7777 & ~OTHERS_WRITE
    if (isOwn(stats)) {
      if ((stats.mode & 0o777) !== (tight & 0o777)) fs.chmodSync(dataDir, tight)
    } else if (stats.mode & 0o002) refuse(dataDir, 'written to')
  }
  for (const name of OURS) protect(path.join(dataDir, name))
}

/** A symbolic link is followed: documents may be on another disk. */
function protect(name: string): void {
  const stats = fs.statSync(name, { throwIfNoEntry: false })
  if (!stats || (stats.mode & 0o077) === 0) return
  if (isOwn(stats)) tighten(name, stats)
  else if (stats.mode & 0o007) refuse(name, 'read')
}

function tighten(name: string, stats: fs.Stats): void {
  // The folder first: from then on nobody else can reach its content.
  if (isOwn(stats)) fs.chmodSync(name, stats.isDirectory() ? 0o700 : 0o600)
  if (!stats.isDirectory()) return
  for (const entry of fs.readdirSync(name)) {
    const inside = path.join(name, entry)
    const found = fs.lstatSync(inside)
    if (!found.isSymbolicLink()) tighten(inside, found)
  }
}

function refuse(name: string, what: string): never {
  throw new StartFault(
    `${name} belongs to another user and can be ${what} by everybody on this machine. Give it to the user that runs Deedbox ` +
      '(chown -R) or remove the permissions of others (chmod -R go-rwx), then start Deedbox again. Nothing was changed.',
  )
}
