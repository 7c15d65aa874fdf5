import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { roleShortLabel } from '@deedbox/contract/permissions.ts'
import { pino } from 'pino'
import { parseConfig } from '../src/platform/config.ts'
import { start } from '../src/start.ts'
import { clients } from './clients.ts'
import { emailOf, password, people } from './practice.ts'
import { seed } from './seed.ts'

/* npm run demo: a Deedbox in a throw-away folder, with a practice in it. The folder is removed when it stops. */

const say = (text: string) => process.stdout.write(`${text}\n`)

process.umask(0o077)
const dataDir = await mkdtemp(join(tmpdir(), 'deedbox-demo-'))
const remove = () => rm(dataDir, { recursive: true, force: true })
try {
  // A demonstration never touches a real database, store or mail server, regardless of the environment.
  const { PORT, HOST, PUBLIC_URL, TIME_ZONE, LOG_LEVEL } = process.env
  const config = parseConfig({
    PORT,
    HOST,
    PUBLIC_URL,
    TIME_ZONE,
    LOG_LEVEL: LOG_LEVEL ?? 'warn',
    DATA_DIR: dataDir,
    SUPPORT_EMAIL: 'office@chen-whitlam.example',
  })
  const home = join(import.meta.dirname, '..')
  say(
    `Making the demonstration: ${clients.flatMap(({ papers }) => papers).length} documents, a minute at most.`,
  )
  const running = await start({
    config,
    logger: pino({ level: config.logLevel }),
    migrations: join(home, 'drizzle'),
    webRoot: join(home, '..', 'web', 'dist'),
  })
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await running.stop()
    await remove()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  await seed(running)

  say(
    `\n  The Deedbox demonstration is ready at ${running.address}\n\n  Sign in with any of these; the password is always ${password}\n`,
  )
  for (const person of people) {
    const note = person.unconfirmed
      ? ' (unconfirmed)'
      : (person.accessDays ?? 0) < 0
        ? ' (access expired)'
        : person.leftAgo === undefined
          ? ''
          : ' (deactivated)'
    const label = `${roleShortLabel(person.role, person.professionalType)}${note}`
    say(`  ${emailOf(person.key).padEnd(32)} ${`${person.firstName} ${person.lastName}`.padEnd(22)} ${label}`)
  }
  say(`\n  Mail is kept at ${running.address}/dev/mailbox. Everything is thrown away when this stops.\n`)
} catch (error) {
  await remove()
  process.stderr.write(`\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  process.exit(1)
}
