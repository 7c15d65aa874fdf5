import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { dayOf } from '@deedbox/contract/dates.ts'
import { StartFault } from '../platform/errors.ts'
import { readFacts } from './facts.ts'
import type { Needs } from './import-file.ts'
import type { Options } from './options.ts'
import { findOwner } from './owner.ts'
import { plan } from './plan.ts'
import { report } from './report.ts'
import { importAll, type Result, type Summary } from './run.ts'
import { walk } from './walk.ts'

type Told = {
  say: (text: string) => void
  /** After each file: how many of how many are done. */
  onProgress: (done: number, of: number, summary: Summary, result: Result) => void
  signal: AbortSignal
}

/**
 * Imports a folder once.
 * @returns what was done, and whether it was interrupted
 * @throws StartFault for a wrong folder, owner or CSV file: then nothing was imported
 */
export async function importFolder(
  services: Needs,
  options: Options,
  timeZone: string,
  { say, onProgress, signal }: Told,
): Promise<{ summary: Summary; interrupted: boolean }> {
  const folder = await realFolder(options.folder)
  const csv = options.csv && (await realFile(options.csv))
  if (inside(folder, await realFolder(dirname(options.report))))
    throw new StartFault('The report would be written into the folder. Name another place: --report FILE.')
  if (inside(folder, services.config.dataDir) || inside(services.config.dataDir, folder))
    throw new StartFault('The folder holds the data of Deedbox itself, or is a part of it.')
  const owner = await services.contexts.work((ctx) => findOwner(ctx, { email: options.owner }))
  const { rows, problems } = csv
    ? readFacts(await readFile(csv), dayOf(new Date(), timeZone))
    : { rows: [], problems: [] }
  const { files, hidden, links, others } = await walk(folder, csv ? [csv] : [])
  const planned = plan(files, rows)
  const wrong = [...problems, ...planned.problems]
  if (wrong.length > 0)
    throw new StartFault(`The CSV file is wrong. Nothing was imported.\n${wrong.slice(0, 100).join('\n')}`)
  say(
    `${files.length} files for ${owner.email}, left out: ${hidden} hidden, ${links} links, ${others} that are no files.`,
  )
  const importing = { folder, owner, again: options.again, dryRun: options.dryRun }
  const of = files.length + planned.missing.length
  let done = 0
  const summary = await report(
    importAll(services, importing, planned.planned, planned.missing, signal),
    options.report,
    (so, result) => onProgress(++done, of, so, result),
  )
  return { summary, interrupted: done < of }
}

/** The folder behind links. @throws StartFault if there is none. */
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
