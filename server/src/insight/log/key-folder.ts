import { randomBytes, randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { syncFolderNow } from '../../platform/durable.ts'

/* Files outside of the database, so that it cannot be restored, copied or rewritten with it: the log's key, the highest head that was signed,
   and where the folder stands. Backups never have these files. */

const head = z.object({ origin: z.string(), size: z.int().min(0), root: z.string() })
const knownHead = head.extend({
  /** Head of the log before, until the new one has begun. */
  previous: head.optional(),
})
/** Head of a log; `root` in base64. */
export type Head = z.output<typeof head>
export type KnownHead = z.output<typeof knownHead>

const SEED_BYTES = 32
const fileOf = (dataDir: string, name: 'key' | 'head' | 'place' | 'continue') => join(dataDir, `log.${name}`)

/** Replaces a file of the folder so that a power cut leaves the old one or the new one. */
function write(dataDir: string, name: Parameters<typeof fileOf>[1], text: string): void {
  const file = fileOf(dataDir, name)
  const temporary = `${file}.${randomUUID()}`
  try {
    const written = openSync(temporary, 'wx', 0o600)
    writeFileSync(written, `${text}\n`)
    fsyncSync(written)
    closeSync(written)
    renameSync(temporary, file)
    syncFolderNow(dataDir)
  } finally {
    rmSync(temporary, { force: true })
  }
}

function read(dataDir: string, name: Parameters<typeof fileOf>[1]): string | null {
  const file = fileOf(dataDir, name)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

const machine = () => (existsSync('/etc/machine-id') ? readFileSync('/etc/machine-id', 'utf8').trim() : '')

/** Identity of a file: a copy of it has another inode or another time of birth, a copy of the disk another machine. */
function placeOf(file: string): string {
  const { ino, birthtimeNs } = statSync(file, { bigint: true })
  return `${ino} ${birthtimeNs} ${machine()}`
}

/** Folder of the log's key; `envKey` is `LOG_KEY`, which then takes the place of the file. */
export function openKeyFolder(dataDir: string, envKey: string | undefined) {
  const seeds = () =>
    (envKey ?? read(dataDir, 'key') ?? '')
      .split(/\s+/)
      .filter(Boolean)
      .map((text) => new Uint8Array(Buffer.from(text, 'base64')))
  const put = (all: readonly Uint8Array[]) =>
    write(dataDir, 'key', all.map((seed) => Buffer.from(seed).toString('base64')).join('\n'))
  return {
    /** Keys, the newest first: seeds of Ed25519. */
    seeds,
    /** State: the environment gives the key. */
    isGiven: envKey !== undefined,
    /** Adds a new key before the others, or returns the one of the environment. */
    newSeed(): Uint8Array {
      const [given] = envKey === undefined ? [] : seeds()
      if (given) return given
      const seed = new Uint8Array(randomBytes(SEED_BYTES))
      put([seed, ...seeds()])
      return seed
    },
    /** Forgets all keys but this one. */
    keepOnly(seed: Uint8Array): void {
      if (envKey === undefined) put([seed])
    },
    head(): KnownHead | null {
      const text = read(dataDir, 'head')
      return text === null ? null : knownHead.parse(JSON.parse(text))
    },
    putHead: (known: KnownHead): void => write(dataDir, 'head', JSON.stringify(known)),
    /** Says whether the folder stands where the log was begun or moved to. */
    isInPlace: (): boolean => {
      const place = read(dataDir, 'place')
      return place !== null && place === placeOf(fileOf(dataDir, 'place'))
    },
    /** Notes that the folder stands here now. */
    settle(): void {
      write(dataDir, 'place', '')
      const file = fileOf(dataDir, 'place')
      // Written in place: a file that takes its name would be another one.
      const written = openSync(file, 'w', 0o600)
      writeFileSync(written, `${placeOf(file)}\n`)
      fsyncSync(written)
      closeSync(written)
    },
    /** Says whether the operator asked for a new log; the server begins it. */
    isContinueAsked: (): boolean => existsSync(fileOf(dataDir, 'continue')),
    askContinue: (): void => write(dataDir, 'continue', ''),
    forgetContinue: (): void => rmSync(fileOf(dataDir, 'continue'), { force: true }),
  }
}

export type KeyFolder = ReturnType<typeof openKeyFolder>
