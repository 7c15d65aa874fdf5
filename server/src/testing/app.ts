import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions, LightMyRequestResponse as Response } from 'fastify'
import { pino } from 'pino'
import { inject } from 'vitest'
import { type Acting, acting, type ReadCtx } from '../kernel/context/context.ts'
import { parseConfig } from '../platform/config.ts'
import { type Running, type StartOptions, start } from '../start.ts'
import { testDatabase } from './database.ts'
import { quickPasswords } from './passwords.ts'
import { createPeople, type Person } from './people.ts'

export type { Person }

export type TestApp = Awaited<ReturnType<typeof startTestApp>>

/** Tests never call a service on the internet. */
const nowhere = 'http://127.0.0.1:9/'

/**
 * Starts a whole Deedbox with its own database (PGlite, or PostgreSQL when the suite runs on it) in a temporary folder. Answers are checked
 * against the contract; the clock can be moved.
 */
export async function startTestApp(
  env: Record<string, string> = {},
  /** `logs` gets every line of level info and above. */
  options: Pick<
    StartOptions,
    'listen' | 'passwords' | 'rateLimitFactor' | 'clientLimits' | 'live' | 'measureRoom' | 'adopt' | 'say'
  > & {
    logs?: string[]
  } = {},
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'deedbox-test-'))
  const migrations = join(import.meta.dirname, '..', '..', 'drizzle')
  const routes: { method: string; url: string }[] = []
  const running: Running = await start({
    config: parseConfig({
      DATA_DIR: dataDir,
      // A folder of its own holds its own database.
      DATABASE_URL: env.DATA_DIR && !inject('postgresUrl') ? undefined : await testDatabase(dataDir),
      PORT: '0',
      BREACH_RANGE_URL: nowhere,
      ...env,
    }),
    logger: options.logs
      ? pino({ level: 'info' }, { write: (line: string) => void options.logs?.push(line) })
      : pino({ level: process.env.TEST_LOG ?? 'silent' }),
    migrations,
    listen: false,
    checkAnswers: true,
    rateLimitFactor: 10_000,
    schedules: false,
    passwords: quickPasswords,
    ...options,
    onRoute: ({ method, url }) => {
      for (const one of [method].flat()) routes.push({ method: one, url })
    },
  })
  const { app, services } = running
  const { clock } = services

  const people = createPeople(services)
  const identify = async (as: Person, url: string): Promise<Record<string, string>> =>
    url.startsWith('/auth/v1/') ? { authorization: await people.bearerOf(as) } : { cookie: as.cookie }

  /** Sends a request as a person (or nobody) without a network; JSON in, JSON out. */
  async function call(
    as: Person | null,
    method: string,
    url: string,
    body?: unknown,
    more: InjectOptions = {},
  ): Promise<Response> {
    const sent: InjectOptions = {
      method: method as 'GET',
      url,
      ...more,
      ...(body !== undefined && { payload: body as object }),
      headers: { host: 'localhost', ...(as && (await identify(as, url))), ...more.headers },
    }
    const answer = await (url.split('?')[0] === '/api/live' ? beginning(sent) : app.inject(sent))
    if (as) keepCookies(as, answer)
    return answer
  }

  /** Goes on with the new token of a session, as a browser does. */
  function keepCookies(as: Person, answer: Response): void {
    const sent = as.cookie.split('; ').filter(Boolean)
    for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) {
      const [pair = '', age] = cookie.split('; ')
      const name = `${pair.split('=')[0]}=`
      const at = sent.findIndex((one) => one.startsWith(name))
      if (at >= 0 && age !== 'Max-Age=0') sent[at] = pair
    }
    as.cookie = sent.join('; ')
  }

  /** Reads the beginning of an answer: the stream of live events never ends by itself. */
  async function beginning(sent: InjectOptions): Promise<Response> {
    const answer = await app.inject({ ...sent, payloadAsStream: true })
    const stream = answer.stream()
    const [first] = (await once(stream, 'data')) as [Buffer]
    stream.destroy()
    const body = first.toString()
    return Object.assign(answer, { body, payload: body, json: () => JSON.parse(body) })
  }

  /** Runs `work` in the transaction of a reading request of this person. */
  async function reading<T>(as: Person, work: (ctx: Acting<ReadCtx>) => Promise<T>): Promise<T> {
    const { rows } = await services.database.query<{ token: string }>(
      'select token from sessions where user_id = $1 limit 1',
      [as.id],
    )
    const caller = { token: rows[0]?.token ?? null, device: null, ip: null, userAgent: null, requestId: null }
    return services.contexts.read(caller, (ctx) => work(acting(ctx)))
  }

  return {
    ...running,
    running,
    migrations,
    dataDir,
    routes,
    call,
    reading,
    ...people,
    /** Moves the clock. */
    shift: (ms: number) => {
      clock.shiftMs += ms
    },
    async stop() {
      await running.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
