import { isNull } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { restores } from '../db/tables/backups.ts'
import { BackupFault } from './fault.ts'

/** @throws BackupFault when a restore into this database was interrupted: it is not a whole deployment yet */
export async function refuseUnfinished({ db }: Pick<Database, 'db'>): Promise<void> {
  const [begun] = await db.select().from(restores).where(isNull(restores.finishedAt)).limit(1)
  if (begun)
    throw new BackupFault(
      `The restore of the copy ${begun.copy} from the ${begun.place} is not finished: this is not a whole deployment yet. Run ` +
        `\`npm run restore\` with that place and --at ${begun.copy} again: it goes on where it was. Nothing was changed.`,
    )
}
