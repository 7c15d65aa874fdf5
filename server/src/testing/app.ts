import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Role } from '@deedbox/contract/permissions.ts'
import type { InjectOptions, Response } from 'light-my-request'
import { pino } from 'pino'
import { sessionCookieName, signToken } from '../context/session-cookie.ts'
import { profiles, sessions } from '../db/tables/accounts.ts'
import { parseConfig } from '../platform/config.ts'
import { type Running, start } from '../start.ts'
import { testDatabase } from './database.ts'

export type Person = { id: string; email: string; cookie: string }

export type TestApp = Awaited<ReturnType<typeof startTestApp>>

/**
 * A whole Deedbox on a database of its own (PGlite, or PostgreSQL when the suite runs on it) in a temporary folder.
 * Answers are checked against the contract; the clock can be moved.
 */
export async function startTestApp(env: Record<string, string> = {}, options: { listen?: boolean } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'deedbox-test-'))
  const routes: { method: string; url: string }[] = []
  const running: Running = await start({
    config: parseConfig({ DATA_DIR: dataDir, DATABASE_URL: await testDatabase(dataDir), PORT: '0', ...env }),
    logger: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    migrations: join(import.meta.dirname, '..', '..', 'drizzle'),
    listen: options.listen ?? false,
    checkAnswers: true,
    patience: 10_000,
    onRoute: ({ method, url }) => {
      for (const one of [method].flat()) routes.push({ method: one, url })
    },
  })
  const { app, services } = running
  const { database, clock, auth } = services

  /** Sends a request as a person (or nobody) without a network; JSON in, JSON out. */
  async function call(
    as: Person | null,
    method: string,
    url: string,
    body?: unknown,
    more: InjectOptions = {},
  ): Promise<Response> {
    return app.inject({
      method: method as 'GET',
      url,
      ...more,
      ...(body !== undefined && { payload: body as object }),
      headers: { host: 'localhost', ...(as && { cookie: as.cookie }), ...more.headers },
    })
  }

  /** A person of this role with a live session. A trustee is confirmed unless told otherwise. */
  async function person(
    role: Role | (string & {}),
    more: Partial<typeof profiles.$inferInsert> = {},
  ): Promise<Person> {
    const id = randomUUID()
    const email = more.email ?? `${role}-${id.slice(0, 8)}@example.com`
    const now = new Date(Date.now() + clock.shiftMs)
    await database.db.insert(profiles).values({
      id,
      email,
      name: `Test ${role}`,
      firstName: 'Test',
      lastName: role,
      role,
      emailVerified: true,
      confirmedAt: now,
      createdAt: now,
      updatedAt: now,
      ...more,
    })
    return signIn(id, email)
  }

  /** One more session of an account that exists. */
  async function signIn(id: string, email: string): Promise<Person> {
    const token = randomUUID() + randomUUID()
    const now = new Date(Date.now() + clock.shiftMs)
    await database.db.insert(sessions).values({
      token,
      userId: id,
      expiresAt: new Date(now.getTime() + 10 * 365 * 86_400_000),
      createdAt: now,
      updatedAt: now,
    })
    return { id, email, cookie: `${sessionCookieName(false)}=${signToken(token, auth.secret)}` }
  }

  return {
    ...running,
    dataDir,
    routes,
    call,
    person,
    signIn,
    /** Moves the one clock. */
    shift: (ms: number) => {
      clock.shiftMs += ms
    },
    async stop() {
      await running.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
