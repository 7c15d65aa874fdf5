import { z } from 'zod'
import type { Services } from '../../kernel/services.ts'
import { askServer, type Handler } from '../../platform/control.ts'
import { StartFault } from '../../platform/errors.ts'
import type { Needs } from './import-file.ts'
import { importing, realFolder, type Said } from './import-folder.ts'
import type { Options } from './options.ts'
import { findOwner } from './owner.ts'
import { remarkOf } from './report.ts'
import { watchFolder } from './watch.ts'

const path = z.string().min(1).max(4_096)
const askedSchema = z.strictObject({
  folder: path,
  owner: z.string().max(1_000),
  csv: path.nullable(),
  dryRun: z.boolean(),
  again: z.boolean(),
  watch: z.boolean(),
})

/** Imports for the command, in the server that has the embedded database open. The server reads the folder, as its own user. */
export const importOnCommand =
  (services: Needs & Pick<Services, 'settings'>): Handler =>
  async (input, { signal, tell }) => {
    const options = askedSchema.parse(input)
    await realFolder(options.folder).catch(() => {
      throw new StartFault(
        `The running Deedbox cannot see ${options.folder}. Move the files to where its user may read them, ` +
          'or stop Deedbox, import, and start it again.',
      )
    })
    if (options.watch) return watching(services, options, (say) => void tell({ say }), signal)
    const { timeZone } = await services.settings.latest()
    for await (const said of importing(services, options, timeZone, signal)) await tell(said)
  }

/** Asks the server that has the data folder open to import; null when none listens there. `signal` stops it early. */
export async function askForImport(
  dataDir: string,
  { report: _, ...options }: Options,
  signal: AbortSignal,
): Promise<AsyncIterable<Said> | null> {
  const asked = await askServer(dataDir, 'import', options satisfies z.infer<typeof askedSchema>)
  if (!asked) return null
  signal.addEventListener('abort', asked.stop)
  return asked.progress as AsyncGenerator<Said>
}

/** Waits for files until `signal`, and says what happens to each. @throws StartFault when nothing would ever succeed */
export async function watching(
  services: Needs,
  options: Pick<Options, 'folder' | 'owner' | 'again'>,
  say: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const folder = await realFolder(options.folder)
  const owner = await services.contexts.work((ctx) => findOwner(ctx, { email: options.owner }))
  say(`Waiting for files in ${folder} for ${owner.email}. Ctrl+C ends it.`)
  await watchFolder(
    services,
    { folder, owner, again: options.again, dryRun: false },
    {
      signal,
      onResult: (file, outcome) => say(`${file}: ${remarkOf(outcome) || outcome.is}`),
      onFault: (error) => {
        // The owner may no longer have documents.
        if (error instanceof StartFault) throw error
        const why = error instanceof Error ? error.message : String(error)
        say(`${why} The files stay where they are, and are tried again.`)
      },
    },
  )
}
