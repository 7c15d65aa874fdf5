import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { dayOf } from '@deedbox/contract/dates.ts'
import { StartFault } from '../../platform/errors.ts'
import { readDetails } from './details.ts'
import type { Needs } from './import-file.ts'
import type { Options } from './options.ts'
import { findOwner } from './owner.ts'
import { plan } from './plan.ts'
import { report } from './report.ts'
import { importAll, type Result, type Summary } from './run.ts'
import { walk } from './walk.ts'

/** Message while a folder is imported: words for the operator, how many files there are, what happened to one. */
export type Said = { say: string } | { of: number } | { result: Result }

type Told = {
  say: (text: string) => void
  /** Hears after each file how many of how many are done. */
  onProgress: (done: number, of: number, summary: Summary, result: Result) => void
}

/**
 * Imports a folder once, while what happens is read.
 * @throws StartFault for a wrong folder, owner or CSV file: then nothing was imported
 */
export async function* importing(
  services: Needs,
  options: Omit<Options, 'report'>,
  timeZone: string,
  signal: AbortSignal,
): AsyncGenerator<Said> {
  const folder = await realFolder(options.folder)
  const csv = options.csv && (await realFile(options.csv))
  if (inside(folder, services.config.dataDir) || inside(services.config.dataDir, folder))
    throw new StartFault('The folder holds the data of Deedbox itself, or is a part of it.')
  const owner = await services.contexts.work((ctx) => findOwner(ctx, { email: options.owner }))
  const { rows, problems } = csv
    ? readDetails(await readFile(csv), dayOf(new Date(), timeZone))
    : { rows: [], problems: [] }
  const { files, hidden, links, others } = await walk(folder, csv ? [csv] : [])
  const { planned, missing, problems: more } = plan(files, rows)
  const wrong = [...problems, ...more]
  if (wrong.length > 0)
    throw new StartFault(`The CSV file is wrong. Nothing was imported.\n${wrong.slice(0, 100).join('\n')}`)
  const leftOut = `left out: ${hidden} hidden, ${links} links, ${others} that are no files.`
  yield { say: `${files.length} files for ${owner.email}, ${leftOut}` }
  yield { of: files.length + missing.length }
  const { again, dryRun } = options
  for await (const result of importAll(services, { folder, owner, again, dryRun }, planned, missing, signal))
    yield { result }
}

/** Follows an import: writes its report and counts, whether it runs here or in the server. */
export async function follow(
  happens: AsyncIterable<Said>,
  { folder, report: place }: Options,
  { say, onProgress }: Told,
): Promise<{ summary: Summary; interrupted: boolean }> {
  if (inside(await realFolder(folder), await realFolder(dirname(place))))
    throw new StartFault('The report would be written into the folder. Name another place: --report FILE.')
  let of = 0
  let done = 0
  async function* results() {
    for await (const said of happens) {
      if ('say' in said) say(said.say)
      else if ('of' in said) of = said.of
      else yield said.result
    }
  }
  const summary = await report(results(), place, (so, result) => onProgress(++done, of, so, result))
  return { summary, interrupted: done < of }
}

/** Finds the folder behind links. @throws StartFault if there is none. */
export async function realFolder(path: string): Promise<string> {
  const real = await realpath(path).catch(() => null)
  if (real === null || !(await stat(real)).isDirectory()) throw new StartFault(`There is no folder ${path}.`)
  return real
}

async function realFile(path: string): Promise<string> {
  return realpath(path).catch(() => {
    throw new StartFault(`There is no file ${path}.`)
  })
}

const inside = (folder: string, path: string): boolean => join(path, sep).startsWith(join(folder, sep))
