import { BackupFault } from './fault.ts'
import { hasCopies } from './head.ts'
import { openPlace } from './place.ts'

/**
 * Says why a place cannot be used now, in a sentence for administrators; null when it can.
 * @param used tells that copies were made: without one, a folder is there whose disk is not
 */
export async function awayPlace(url: string, used: boolean): Promise<string | null> {
  try {
    const place = await openPlace(url)
    await place.check()
    if (used && !(await hasCopies(place)))
      return `There are no copies in the ${place.describe()}, where some were made. Is its disk connected?`
    return null
  } catch (error) {
    if (error instanceof BackupFault) return error.message
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code'
    return `The place for backups cannot be used now (${code}): check that it is connected and can be written, and BACKUP_URL.`
  }
}
