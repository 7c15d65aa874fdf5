import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { ObjectExistsError, ObjectMissingError } from '../platform/storage/storage.ts'
import { BackupFault } from './fault.ts'
import type { Place } from './place.ts'

/** The one file at the top of a place, for people and programs. */
const HEAD = 'deedbox-backup.json'
/** Rises when an older Deedbox could not read what a newer one writes. */
export const FORMAT = 1

const schema = z.object({ format: z.number().int(), deployment: z.uuid() })
export type Head = z.infer<typeof schema>

/** The head of a place, or null where there is none yet. @throws BackupFault when it cannot be understood. */
export async function readHead(place: Place): Promise<Head | null> {
  const content = await place.open(HEAD).catch((error: unknown) => {
    if (error instanceof ObjectMissingError) return null
    throw error
  })
  if (!content) return null
  const parsed = schema.safeParse(asJson(await text(content)))
  if (!parsed.success) throw new BackupFault(`${HEAD} in the ${place.describe()} is not the head of a backup`)
  if (parsed.data.format > FORMAT)
    throw new BackupFault(
      `The ${place.describe()} was written by a newer version of Deedbox: use that version`,
    )
  return parsed.data
}

function asJson(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return null
  }
}

/** The head of a place that must have one. */
export async function needHead(place: Place): Promise<Head> {
  const head = await readHead(place)
  if (!head) throw new BackupFault(`There is no backup in the ${place.describe()}`)
  return head
}

/**
 * Makes a new place this deployment's, or checks that it is.
 * @param before how many copies this deployment remembers to have made there
 * @throws BackupFault when it belongs to another deployment, or should have copies and is empty
 */
export async function claimPlace(place: Place, deployment: string, before: number): Promise<void> {
  if (!(await readHead(place))) {
    if (before > 0)
      throw new BackupFault(
        `${before} ${before === 1 ? 'copy was' : 'copies were'} made in the ${place.describe()}, and nothing is there now. Is a disk or a ` +
          'folder missing? If it was emptied on purpose, run the backup once with --new-place.',
      )
    const about =
      'A backup of Deedbox. docs/backup.md of Deedbox says how to verify and restore it; it needs the private backup key.'
    const head = JSON.stringify({ about, format: FORMAT, deployment }, null, 2)
    await place.put(HEAD, Readable.from([Buffer.from(`${head}\n`)])).catch((error: unknown) => {
      if (!(error instanceof ObjectExistsError)) throw error
    })
  }
  const { deployment: owner } = await needHead(place)
  if (owner !== deployment)
    throw new BackupFault(
      `The ${place.describe()} holds the backups of another deployment (${owner.slice(0, 8)}…, and this one is ` +
        `${deployment.slice(0, 8)}…). Nothing was written there: choose another place.`,
    )
}
