import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { StartFault } from '../../platform/errors.ts'

export type Options = {
  folder: string
  owner: string
  csv: string | null
  report: string
  dryRun: boolean
  again: boolean
  watch: boolean
}

export const usage = `npm run import -- FOLDER --owner EMAIL [options]

  Stores every file in FOLDER and the folders in it as a document of EMAIL. Nothing in FOLDER is changed.
  Run it again at any time: it goes on where it stopped, and imports nothing twice.

  --csv FILE     titles, types, clients and expiry dates: the columns File, Title, Type, Client, Expiry date
  --dry-run      only says what would be done
  --again        also imports files whose content was imported under another name
  --report FILE  where to write what happened to each file (otherwise import-report-TIME.csv, here)
  --watch        waits for files that somebody puts into FOLDER, and moves them to FOLDER/imported
                 when they are stored, or to FOLDER/refused with a text that says why`

/**
 * Reads the options of the command.
 * @param here the folder in which the command was given. @throws StartFault that says what is wrong.
 */
export function readOptions(args: string[], here: string, now: Date): Options {
  const { values, positionals } = parsed(args)
  const [folder] = positionals
  const wrong = (what: string) => new StartFault(`${what}\n\n${usage}`)
  if (!folder || positionals.length > 1) throw wrong('Name one folder.')
  if (!values.owner) throw wrong('Name the owner of the documents: --owner EMAIL.')
  if (values.watch && (values.csv || values['dry-run']))
    throw wrong('--watch goes with neither --csv nor --dry-run.')
  const time = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
  return {
    folder: resolve(here, folder),
    owner: values.owner,
    csv: values.csv ? resolve(here, values.csv) : null,
    report: resolve(here, values.report ?? `import-report-${time}.csv`),
    dryRun: values['dry-run'] ?? false,
    again: values.again ?? false,
    watch: values.watch ?? false,
  }
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        owner: { type: 'string' },
        csv: { type: 'string' },
        report: { type: 'string' },
        'dry-run': { type: 'boolean' },
        again: { type: 'boolean' },
        watch: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new StartFault(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}
