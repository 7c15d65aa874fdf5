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

/** Tells whether this process may change the permissions of a file. */
const isOwn = ({ uid }: fs.Stats): boolean => process.getuid?.() === 0 || process.getuid?.() === uid

/**
 * Creates the data folder, or tightens the permissions of an existing one: only Deedbox's own user may read its entries
 * (0700, 0600). Only entries that were open are walked through, so later starts cost nothing.
 *
 * @throws StartFault when it cannot be made or written, or when an entry belongs to another user and everybody may read it
 */
export function protectDataFolder(dataDir: string): void {
  // Windows has no such permissions: the folder inherits those of the user's folder.
  if (process.platform === 'win32') return
  needWritable(dataDir, () => fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 }))
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
  needWritable(dataDir, () => fs.accessSync(dataDir, fs.constants.W_OK | fs.constants.X_OK))
}

/** @throws StartFault that says why the folder cannot be made or written */
function needWritable(dataDir: string, work: () => void): void {
  try {
    work()
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
    throw new StartFault(
      `DATA_DIR ${dataDir} cannot be written (${code}). Name a folder that the user who runs Deedbox may write, or give it to that ` +
        'user (chown -R); is its disk connected, and not read-only? Nothing was changed.',
      { cause },
    )
  }
}

/** Another server that shares the folder may be writing what is younger. */
const YOUNG_MS = 60_000
/** Files that exist for an instant under such a name: a process that is killed, or a power cut, can leave one. */
const REMAINS = [
  // The process that writes it has it open and needs no name: at any age, whatever the clock says.
  { folder: '.', name: /^drawn-pages-[0-9a-f]{16}$/, olderMs: Number.NEGATIVE_INFINITY },
  { folder: '.', name: /^master\.key\.[0-9a-f-]{36}$/, olderMs: YOUNG_MS },
  { folder: 'mailbox', name: /\.eml\.partial$|^\.[0-9a-f-]{36}$/, olderMs: YOUNG_MS },
]

/** Removes what a process that was killed, or a power cut, left half done in the data folder. */
export function removeRemains(dataDir: string): void {
  for (const { folder, name, olderMs } of REMAINS) {
    const within = path.join(dataDir, folder)
    if (!fs.existsSync(within)) continue
    for (const file of fs.readdirSync(within).filter((found) => name.test(found))) {
      const stats = fs.statSync(path.join(within, file), { throwIfNoEntry: false })
      if (stats && stats.mtimeMs <= Date.now() - olderMs) fs.rmSync(path.join(within, file), { force: true })
    }
  }
}

/** Protects a file. A symbolic link is followed: documents may be on another disk. */
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
    const stats = fs.lstatSync(inside)
    if (!stats.isSymbolicLink()) tighten(inside, stats)
  }
}

function refuse(name: string, what: string): never {
  throw new StartFault(
    `${name} belongs to another user and can be ${what} by everybody on this machine. Give it to the user that runs Deedbox ` +
      '(chown -R) or remove the permissions of others (chmod -R go-rwx), then start Deedbox again. Nothing was changed.',
  )
}
