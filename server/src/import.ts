import { join } from 'node:path'
import { fileSize } from '@deedbox/contract/sizes.ts'
import { pino } from 'pino'
import { importFolder, realFolder } from './folder-import/import-folder.ts'
import { type Opened, openDeployment } from './folder-import/open.ts'
import { type Options, readOptions, usage } from './folder-import/options.ts'
import { findOwner } from './folder-import/owner.ts'
import { remarkOf } from './folder-import/report.ts'
import type { Result, Summary } from './folder-import/run.ts'
import { watchFolder } from './folder-import/watch.ts'
import { parseConfig } from './platform/config.ts'
import { Refusal, StartFault } from './platform/errors.ts'

/* npm run import: exit code 0 if all files are stored, 1 if some were refused or not found, 2 if it could not begin or go on. */

const say = (text: string) => process.stdout.write(`${text}\n`)

/** Shown at most once a second, on one line of a terminal; else every 500 files. */
function progress() {
  let last = 0
  return (done: number, of: number, so: Summary, { path, outcome }: Result) => {
    const odd = outcome.is !== 'imported' && outcome.is !== 'known'
    if (odd) say(`${process.stdout.isTTY ? '\r\x1b[K' : ''}${path}: ${remarkOf(outcome)}`)
    const due = process.stdout.isTTY ? Date.now() - last >= 1_000 : done % 500 === 0
    if (!due && done < of) return
    last = Date.now()
    const text = `${done} of ${of} files, ${so.imported} imported (${fileSize(so.bytes)})`
    if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${text}${done === of ? '\n' : ''}`)
    else say(text)
  }
}

function summaryOf(so: Summary, { dryRun, report }: Options): string {
  return `${dryRun ? 'Would be imported' : 'Imported'}: ${so.imported} (${fileSize(so.bytes)})
Imported before: ${so.known}
The same content under another name: ${so.copy}
Refused: ${so.refused}
Named in the CSV file, but not found: ${so.missing}
What happened to each file: ${report}`
}

async function once(options: Options, { services, settings }: Opened, signal: AbortSignal): Promise<number> {
  const { timeZone } = await settings.latest()
  const told = { say, onProgress: progress(), signal }
  const { summary, interrupted } = await importFolder(services, options, timeZone, told)
  say(summaryOf(summary, options))
  if (interrupted || summary.stopped > 0) say('It has not finished. Run it again, and it goes on from here.')
  return interrupted || summary.stopped > 0 ? 2 : summary.refused + summary.missing > 0 ? 1 : 0
}

async function watching(options: Options, { services }: Opened, signal: AbortSignal): Promise<number> {
  const folder = await realFolder(options.folder)
  const owner = await services.contexts.work((ctx) => findOwner(ctx, { email: options.owner }))
  say(`Waiting for files in ${folder} for ${owner.email}. Ctrl+C ends it.`)
  await watchFolder(
    services,
    { folder, owner, again: options.again, dryRun: false },
    {
      signal,
      onResult: (path, outcome) => say(`${path}: ${remarkOf(outcome) || outcome.is}`),
      onFault: (error) => {
        // The owner may no longer have documents: nothing would ever succeed.
        if (error instanceof StartFault) throw error
        say(`${messageOf(error)} The files stay where they are, and are tried again.`)
      },
    },
  )
  return 0
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

async function main(args: string[]): Promise<number> {
  if (args.includes('--help')) {
    say(usage)
    return 0
  }
  const interrupt = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupt.abort())
  // npm changes to the folder of Deedbox before it runs a command.
  const options = readOptions(args, process.env.INIT_CWD ?? process.cwd(), new Date())
  const config = parseConfig(process.env)
  const logger = pino({ level: 'silent' })
  const opened = await openDeployment(config, logger, join(import.meta.dirname, '..', 'drizzle'))
  try {
    return await (options.watch ? watching : once)(options, opened, interrupt.signal)
  } finally {
    await opened.close()
  }
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    const known = error instanceof StartFault || error instanceof Refusal
    process.stderr.write(
      `\n${known ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
    )
    if (!(error instanceof StartFault)) process.stderr.write('Run it again, and it goes on from here.\n')
    process.exitCode = 2
  },
)
