import { fileSize } from '@deedbox/contract/sizes.ts'
import { pino } from 'pino'
import { migrations } from './home.ts'
import { askForImport, watching } from './operations/folder-import/control.ts'
import { follow, importing, type Said } from './operations/folder-import/import-folder.ts'
import { openDeployment } from './operations/folder-import/open.ts'
import { type Options, readOptions, usage } from './operations/folder-import/options.ts'
import { remarkOf } from './operations/folder-import/report.ts'
import type { Result, Summary } from './operations/folder-import/run.ts'
import { type Config, parseConfig } from './platform/config.ts'
import { StartFault } from './platform/errors.ts'
import { terminalFault } from './platform/terminal-fault.ts'

/* npm run import: exit code 0 if all files are stored, 1 if some were refused or not found, 2 if it could not begin or go on. */

const say = (text: string) => process.stdout.write(`${text}\n`)

/** Shows the progress at most once a second, on one line of a terminal; else every 500 files. */
function progress() {
  let last = 0
  return (done: number, of: number, so: Summary, { path, outcome }: Result) => {
    const remark = remarkOf(outcome)
    if (remark) say(`${process.stdout.isTTY ? '\r\x1b[K' : ''}${path}: ${remark}`)
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

async function once(options: Options, happens: AsyncIterable<Said>): Promise<number> {
  const { summary, interrupted } = await follow(happens, options, { say, onProgress: progress() })
  say(summaryOf(summary, options))
  if (interrupted || summary.stopped > 0) say('It has not finished. Run it again, and it goes on from here.')
  return interrupted || summary.stopped > 0 ? 2 : summary.refused + summary.missing > 0 ? 1 : 0
}

/** Imports through the server that has the embedded database open. */
async function there(options: Options, happens: AsyncIterable<Said>): Promise<number> {
  if (!options.watch) return once(options, happens)
  for await (const said of happens) if ('say' in said) say(said.say)
  return 0
}

/** This process does it. */
async function here(options: Options, config: Config, signal: AbortSignal): Promise<number> {
  const logger = pino({ level: 'silent' })
  const { services, settings, close } = await openDeployment(config, logger, migrations)
  try {
    if (!options.watch) {
      const { timeZone } = await settings.latest()
      return await once(options, importing(services, options, timeZone, signal))
    }
    await watching(services, options, say, signal)
    return 0
  } finally {
    await close()
  }
}

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
  const { databaseUrl, dataDir } = config
  const happens = databaseUrl ? null : await askForImport(dataDir, options, interrupt.signal)
  return happens ? there(options, happens) : here(options, config, interrupt.signal)
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    process.stderr.write(`\n${terminalFault(error)}\n`)
    if (!(error instanceof StartFault)) process.stderr.write('Run it again, and it goes on from here.\n')
    process.exitCode = 2
  },
)
