import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { pino } from 'pino'
import { collectWhenCalm } from './platform/calm.ts'
import { parseConfig } from './platform/config.ts'
import { terminalFault } from './platform/terminal-fault.ts'

// Files that it writes may be read by Deedbox's own user only.
process.umask(0o077)
enableCompileCache(join(import.meta.dirname, '..', '.cache'))

const say = (text: string) => process.stdout.write(`${text}\n`)

async function main(): Promise<void> {
  const config = parseConfig(process.env)
  const logger = pino({ level: config.logLevel })
  const { start } = await import('./start.ts')
  const { adoptionFrom } = await import('./documents/store/store-mark.ts')
  const { openSetup } = await import('./identity/accounts/setup.ts')
  const { whereMailIs } = await import('./kernel/http/mailbox.ts')
  const { allowsPlain } = await import('./platform/mailer/smtp.ts')
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
  collectWhenCalm()

  if (process.argv.includes('--end-sessions')) {
    const { endSessions } = await import('./identity/accounts/end-sessions.ts')
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
  if (config.smtpUrl && allowsPlain(config.smtpUrl))
    say('  Emails may leave this machine unencrypted: SMTP_URL says starttls=optional')
  if (running.services.mailer.kind === 'mailbox') say(`  ${whereMailIs(config, running.address)}`)
  say(`  Data and master key are in ${config.dataDir}: keep a copy of the key apart from the backups`)
  say('  Ctrl+C stops it\n')
}

main().catch((error: unknown) => {
  // The reason is for example a wrong configuration or a folder in use: the message is for the operator.
  process.stderr.write(`\n${terminalFault(error)}\n`)
  process.exit(1)
})
