import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { counted } from '@deedbox/contract/counts.ts'
import { z } from 'zod'
import { ObjectExistsError, ObjectMissingError } from '../../../platform/storage/storage.ts'
import { listCopies, readCopy } from './copies.ts'
import { BackupFault, DamagedFault } from './fault.ts'
import type { Place } from './place.ts'

/** The one file at the top of a place, for people and programs. */
const HEAD = 'deedbox-backup.json'
/** Rises when an older Deedbox could not read what a newer one writes. */
export const FORMAT = 1

const schema = z.object({ format: z.number().int(), deployment: z.uuid() })
type Head = z.infer<typeof schema>
/** The deployment that a place belongs to, and whether its head or only its copies say so, as the head is lost or damaged. */
type Found = { owner: Head | null; head: 'whole' | 'missing' | 'damaged' }

/** @throws BackupFault when the place was written by a newer version */
async function find(place: Place): Promise<Found> {
  const said = await place.open(HEAD).then(text, (error: unknown) => {
    if (error instanceof ObjectMissingError) return null
    throw error
  })
  const parsed = schema.safeParse(said === null ? null : asJson(said))
  if (!parsed.success)
    return { owner: await ownerOfCopies(place), head: said === null ? 'missing' : 'damaged' }
  if (parsed.data.format > FORMAT)
    throw new BackupFault(
      `The ${place.describe()} was written by a newer version of Deedbox: use that version`,
    )
  return { owner: parsed.data, head: 'whole' }
}

/** Finds the owner that the copies name, as every copy does: the newest that can be read decides. */
async function ownerOfCopies(place: Place): Promise<Head | null> {
  const { whole } = await listCopies(place)
  for (const name of whole.reverse())
    try {
      return await readCopy(place, name)
    } catch (error) {
      if (!(error instanceof DamagedFault)) throw error
    }
  return null
}

function asJson(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return null
  }
}

const damaged = (place: Place) =>
  new BackupFault(
    `${HEAD} in the ${place.describe()} is damaged, and no copy there says whose it is. If it held backups of this deployment only, ` +
      'move that file away and run the backup once with --new-place, which writes it anew.',
  )

/** Tells whether there is anything of a backup in a place. */
export const hasCopies = async (place: Place): Promise<boolean> => {
  const { owner, head } = await find(place)
  return owner !== null || head !== 'missing'
}

/** Finds the deployment that a place belongs to. @throws BackupFault when neither its head nor a copy says so */
export async function needHead(place: Place): Promise<Head> {
  const { owner, head } = await find(place)
  if (owner) return owner
  throw head === 'damaged' ? damaged(place) : new BackupFault(`There is no backup in the ${place.describe()}`)
}

/**
 * Makes a new place this deployment's, or checks that it is. A head that is lost or damaged is written anew when the copies say
 * that they are this deployment's.
 * @param before how many copies this deployment remembers to have made there
 * @throws BackupFault when it belongs to another deployment, or should have copies and is empty
 */
export async function claimPlace(place: Place, deployment: string, before: number): Promise<void> {
  const { owner, head } = await find(place)
  if (owner) checkOwner(place, owner, deployment)
  else if (head === 'damaged') throw damaged(place)
  else if (before > 0)
    throw new BackupFault(
      `${counted(before, 'copy was', 'copies were')} made in the ${place.describe()}, and nothing is there now. Is a disk or a ` +
        'folder missing? If it was emptied on purpose, run the backup once with --new-place.',
    )
  if (head === 'whole') return
  if (head === 'damaged') await place.remove(HEAD)
  await writeHead(place, deployment)
  checkOwner(place, await needHead(place), deployment)
}

async function writeHead(place: Place, deployment: string): Promise<void> {
  const about =
    'A backup of Deedbox. docs/backup.md of Deedbox says how to verify and restore it; it needs the private backup key.'
  const head = JSON.stringify({ about, format: FORMAT, deployment }, null, 2)
  await place.put(HEAD, Readable.from([Buffer.from(`${head}\n`)])).catch((error: unknown) => {
    if (!(error instanceof ObjectExistsError)) throw error
  })
}

/** @throws BackupFault unless the place is this deployment's */
function checkOwner(place: Place, { deployment: owner }: Head, deployment: string): void {
  if (owner !== deployment)
    throw new BackupFault(
      `The ${place.describe()} holds the backups of another deployment (${owner.slice(0, 8)}…, and this one is ` +
        `${deployment.slice(0, 8)}…). Nothing was written there: choose another place.`,
    )
}
