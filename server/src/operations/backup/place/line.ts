import { counted } from '@deedbox/contract/counts.ts'
import { and, count, desc, eq, isNotNull } from 'drizzle-orm'
import { backups } from '../../../db/tables/backups.ts'
import { deployment } from '../../../db/tables/storage.ts'
import { listCopies } from './copies.ts'
import { BackupFault } from './fault.ts'
import { claimPlace } from './head.ts'
import type { Place } from './place.ts'
import type { BackupNeeds } from './run.ts'

/**
 * Makes sure that this deployment may add copies to a place. Returns its id.
 * @throws BackupFault when the place is another's, should not be empty, or holds newer copies that this database does not
 * know: then it was restored from an older one, or another instance of the deployment writes there
 */
export async function claimLine(
  { database: { db } }: Pick<BackupNeeds, 'database'>,
  { place, newPlace = false, goOn = false }: { place: Place; newPlace?: boolean; goOn?: boolean },
): Promise<string> {
  const [own] = await db.select({ id: deployment.id }).from(deployment)
  if (!own) throw new Error('The database has no deployment id')
  const [made] = await db
    .select({ n: count() })
    .from(backups)
    .where(and(eq(backups.place, place.describe()), eq(backups.outcome, 'done')))
  await claimPlace(place, own.id, newPlace ? 0 : (made?.n ?? 0))
  const [newest] = await db
    .select({ copy: backups.copy })
    .from(backups)
    .where(isNotNull(backups.copy))
    .orderBy(desc(backups.copy))
    .limit(1)
  const { whole } = await listCopies(place)
  const unknown = whole.filter((copy) => copy > (newest?.copy ?? ''))
  if (unknown.length > 0 && !goOn)
    throw new BackupFault(
      `The ${place.describe()} holds ${counted(unknown.length, 'copy', 'copies')} newer than any that this database ` +
        `knows (the newest is ${unknown.at(-1)}). It was restored from an older copy, or another instance of this deployment makes ` +
        'backups there. Nothing was written. If this one is to go on from here, run the backup once with --go-on; the others stay.',
    )
  return own.id
}
