import { z } from 'zod'
import { askServer, type Handler } from '../../../platform/control.ts'
import { backUp } from '../copy/backup.ts'
import type { BackupNeeds, BackupOptions, BackupProgress, BackupRun } from '../place/run.ts'

const askedSchema = z.strictObject({
  place: z.string().max(4_000),
  key: z.string().max(200).optional(),
  newPlace: z.boolean(),
  goOn: z.boolean(),
})

/** Makes a backup for the command, in the server that has the embedded database open. */
export const backUpOnCommand =
  (services: BackupNeeds): Handler =>
  (input, { signal, tell }) =>
    backUp(services, {
      ...askedSchema.parse(input),
      signal,
      onProgress: (progress) => void tell(progress),
    })

/**
 * Asks the server that has the data folder open to make a backup; null when none listens there.
 * @throws StartFault with what the server says went wrong
 */
export async function askForBackup(
  dataDir: string,
  { place, key, newPlace = false, goOn = false, onProgress }: BackupOptions,
): Promise<BackupRun | null> {
  const asked = await askServer(dataDir, 'backup', { place, key, newPlace, goOn })
  if (!asked) return null
  for (;;) {
    const { done, value } = await asked.progress.next()
    if (done) return value as BackupRun
    onProgress?.(value as BackupProgress)
  }
}
