import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Origin, recordEvents } from '../../kernel/audit/record.ts'
import type { Services } from '../../kernel/services.ts'
import { InfectedFile } from '../../platform/clamd.ts'

type Needs = Pick<Services, 'contexts' | 'database'> & { logger: Pick<Services['logger'], 'warn'> }
type File = { fileName: string; fileSize?: number; sha256?: string }

/**
 * Scans the whole of some content, where a scanner is configured, for callers that do not store it with
 * {@link storeContent}, which scans by itself. Reads `content` to its end, or destroys it. A virus is audited.
 * @throws InfectedFile; Refusal 'scanner-limit' or 'scanner-unavailable'; what `content` fails with
 */
export async function scanContent(
  services: Needs & Pick<Services, 'scanner'>,
  origin: Omit<Origin, 'now'>,
  file: File,
  content: Readable,
): Promise<void> {
  const { scanner } = services
  if (!scanner) return
  try {
    await pipeline(content, scanner.scan(), async (chunks) => {
      for await (const _ of chunks);
    })
  } catch (error) {
    if (error instanceof InfectedFile) await recordInfected(services, origin, error, file)
    throw error
  }
}

/** Records that a file was refused, and which virus was found in it. */
export async function recordInfected(
  { contexts, database, logger }: Needs,
  origin: Omit<Origin, 'now'>,
  { signature }: InfectedFile,
  file: File,
): Promise<void> {
  logger.warn({ signature }, 'a file with a virus was refused')
  await contexts.work(({ now }) =>
    recordEvents(database, { ...origin, now }, [
      { event: 'infected_file_refused', details: { ...file, signature } },
    ]),
  )
}
