import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { pino } from 'pino'
import { authAccounts, organizations, type profiles } from '../db/tables/accounts.ts'
import { openSetup } from '../identity/accounts/setup.ts'
import { parseConfig } from '../platform/config.ts'
import { type Running, start } from '../start.ts'
import { quickPasswords } from './passwords.ts'
import { createPeople, type Person } from './people.ts'

/* A Deedbox for the browser stories: configured by the environment, with commands from its parent for what no screen can do. */

/** A person to create without the sign-up; with a password they can also sign in. */
export type Wanted = Partial<typeof profiles.$inferInsert> & {
  role: string
  password?: string
  organization?: string
}

/** Commands that the parent may ask for: the name and its input; the answer has the same `id`. */
function commandsOf({ services, stop }: Running) {
  const { database, clock } = services
  const { person } = createPeople(services)
  const now = () => new Date(Date.now() + clock.shiftMs)
  return {
    /** Opens the set-up; returns a link that makes the first administrator. */
    setUpLink: () => openSetup(services),
    /** Moves the clock. */
    shift: async ({ ms }: { ms: number }) => {
      clock.shiftMs += ms
    },
    async person({ role, password, organization, ...more }: Wanted): Promise<Person> {
      const times = { createdAt: now(), updatedAt: now() }
      let organizationId = more.organizationId ?? null
      if (organization) {
        organizationId = randomUUID()
        await database.db
          .insert(organizations)
          .values({ id: organizationId, name: organization, createdAt: now() })
      }
      const made = await person(role, { ...more, organizationId })
      if (password) {
        const account = { accountId: made.id, providerId: 'credential', userId: made.id }
        await database.db
          .insert(authAccounts)
          .values({ ...account, ...times, password: await quickPasswords.hash(password) })
      }
      return made
    },
    /** Runs all scheduled jobs but these, and every waiting job at once. */
    async runJobs({ except = [] }: { except?: string[] } = {}) {
      const { rows } = await database.query<{ name: string }>('select name from pgboss.schedule')
      await database.db.transaction(async (tx) => {
        for (const { name } of rows) if (!except.includes(name)) await services.jobs.send(tx, name, {})
      })
      await database.query("update pgboss.job set start_after = now() where state in ('created', 'retry')")
      await services.jobs.runDue()
    },
    async runJob({ name }: { name: string }) {
      await database.db.transaction((tx) => services.jobs.send(tx, name, {}))
      await services.jobs.runDue(name)
    },
    /** Seals every event, and signs. */
    seal: () => services.log.catchUp(),
    /** Queries the database directly. */
    rows: async ({ sql }: { sql: string }) => (await database.query<Record<string, unknown>>(sql)).rows,
    stop: async () => {
      await stop()
      setImmediate(() => process.exit(0))
    },
  }
}

export type Commands = ReturnType<typeof commandsOf>
export type Asked = { id: number; command: keyof Commands; input: unknown }
export type Answered = { id: number; result?: unknown; error?: string }

const send = (message: Answered | { address: string }) => process.send?.(message)

// The server ends with its parent.
process.on('disconnect', () => process.exit(1))

const config = parseConfig(process.env)
const home = join(import.meta.dirname, '..')
const running = await start({
  config,
  logger: pino({ level: config.logLevel }),
  migrations: join(home, 'drizzle'),
  webRoot: join(home, '..', 'web', 'dist'),
  rateLimitFactor: 10_000,
  passwords: quickPasswords,
  // A parent may say itself when a job runs.
  schedules: process.env.SCHEDULES !== 'none',
})
const commands = commandsOf(running)
process.on('message', async ({ id, command, input }: Asked) => {
  try {
    send({ id, result: await (commands[command] as (input: unknown) => Promise<unknown>)(input) })
  } catch (error) {
    send({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
send({ address: running.address })
