import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { pino } from 'pino'
import { parseConfig } from './platform/config.ts'
import { StartFault } from './platform/errors.ts'

// Only Deedbox's own user may read what it writes.
process.umask(0o077)
enableCompileCache(join(import.meta.dirname, '..', '.cache'))

const say = (text: string) => process.stdout.write(`${text}\n`)

async function main(): Promise<void> {
  const config = parseConfig(process.env)
  const logger = pino({ level: config.logLevel })
  const { start } = await import('./start.ts')
  const { adoptionFrom } = await import('./documents/store-mark.ts')
  const { openSetup } = await import('./accounts/setup.ts')
  const { whereMailIs } = await import('./http/mailbox.ts')
  const home = join(import.meta.dirname, '..')
  const running = await start({
    config,
    logger,
    migrations: join(home, 'drizzle'),
    guard: true,
    webRoot: join(home, '..', 'web', 'dist'),
    adopt: adoptionFrom(process.argv.slice(2)),
    say,
  })

  if (process.argv.includes('--end-sessions')) {
    const { endSessions } = await import('./accounts/end-sessions.ts')
    say(`\n  Everybody was signed out (${await endSessions(running.services)} sessions ended)`)
  }
  const opening = openSetup(running.services)
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    // Lets the start finish its queries first.
    await opening.catch(() => undefined)
    await running.stop()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)

  say(`\n  Deedbox is ready at ${running.address}`)
  const setup = await opening
  if (setup) say(`  Set up the first administrator here (this link works once): ${setup}`)
  if (running.services.mailer.kind === 'mailbox') say(`  ${whereMailIs(config, running.address)}`)
  say(`  Data and master key are in ${config.dataDir}: keep a copy of the key apart from the backups`)
  say('  Ctrl+C stops it\n')
}

main().catch((error: unknown) => {
  // For example a wrong configuration or a folder in use: the message is for the operator.
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
  if (!(error instanceof StartFault) && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  process.exit(1)
})
