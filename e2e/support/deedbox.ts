import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openKeyFolder } from '../../server/src/insight/log/key-folder.ts'
import type { Person } from '../../server/src/testing/people.ts'
import { createDatabase } from '../../server/src/testing/postgres.ts'
import type { Wanted } from '../../server/src/testing/serve.ts'
import { startSmtp, type TestSmtp } from '../../server/src/testing/smtp.ts'
import { startBreaches } from './breaches.ts'
import { type Server, startServer } from './server.ts'

export type { Person }

/** Password that is strong and in no breach list. */
export const password = 'Brass-Key-1887'
/** Password that is strong, but which the range service of the stories knows. */
export const breachedPassword = 'Correct-Horse-42'

export type Deedbox = Awaited<ReturnType<typeof startDeedbox>>

/** Copies the data folder of the template of the PostgreSQL database: the store with its mark, and the keys of its secrets and of its log. */
export const copyBesideDatabase = (dataDir: string): Promise<void> =>
  cp(process.env.TEMPLATE_OF_DATABASE ?? '', dataDir, { recursive: true })

/**
 * Starts a Deedbox with a data folder, a mail server and a breach service of its own, all on this machine. Its database is a copy of the PostgreSQL
 * database at `templateUrl`, or the embedded one. `more` adds to its configuration.
 */
export async function startDeedbox({
  templateUrl,
  more = {},
}: {
  templateUrl?: string | undefined
  more?: Record<string, string>
} = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'deedbox-story-'))
  if (!templateUrl) await cp(process.env.TEMPLATE_DIR ?? '', dataDir, { recursive: true })
  else await copyBesideDatabase(dataDir)
  // The template never runs again, so its log goes on in the copy instead of standing still.
  openKeyFolder(dataDir, undefined).settle()
  const mail: TestSmtp = await startSmtp()
  const breaches = await startBreaches([breachedPassword])
  const database: Record<string, string> = templateUrl
    ? { DATABASE_URL: await createDatabase(templateUrl) }
    : {}
  const env = { ...more, ...database, DATA_DIR: dataDir, SMTP_URL: mail.url, BREACH_RANGE_URL: breaches.url }
  let server: Server = await startServer(env)
  let shiftMs = 0

  async function call(
    as: Person | null,
    method: string,
    path: string,
    body?: object,
    type = 'application/json',
  ): Promise<Response> {
    const sent = body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body)
    return fetch(server.address + path, {
      method,
      headers: { ...(as && { cookie: as.cookie }), ...(body && { 'content-type': type }) },
      ...(body && { body: sent }),
    })
  }

  /** Returns the parsed answer of a call that must succeed. */
  async function must<T>(asked: Promise<Response>): Promise<T> {
    const answer = await asked
    if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }

  return {
    dataDir,
    mail,
    breaches,
    get address() {
      return server.address
    },
    setUpLink: () => server.ask('setUpLink'),
    /** Makes a person of this role, signed in. */
    person: (role: string, more: Omit<Wanted, 'role'> = {}) => server.ask('person', { role, ...more }),
    call,
    must,
    /** Stores a file as somebody; returns the document's id. */
    async upload(
      as: Person,
      title: string,
      file: { name: string; mimeType: string; buffer: Buffer },
      more: Record<string, string> = {},
    ) {
      const query = new URLSearchParams({ fileName: file.name, title, type: 'trust_deed', ...more })
      const answer = call(as, 'POST', `/api/documents?${query}`, file.buffer, file.mimeType)
      return (await must<{ document: { id: string } }>(answer)).document.id
    },
    /** Shares a document as its owner; returns the grant's id. */
    async share(as: Person, documentId: string, email: string, more: object = {}) {
      const answer = call(as, 'POST', `/api/documents/${documentId}/access`, { email, ...more })
      return (await must<{ grant: { id: string } }>(answer)).grant.id
    },
    /** Moves the server's clock. */
    async shift(ms: number) {
      shiftMs += ms
      await server.ask('shift', { ms })
    },
    /** Runs what the schedules run, and every waiting job, even one that is not due yet. */
    runJobs: () => server.ask('runJobs'),
    /** Seals every event in the log, and signs. */
    seal: () => server.ask('seal'),
    /** Reads rows from the database; the caller names the columns. */
    rows: async <Row>(sql: string) => (await server.ask('rows', { sql })) as Row[],
    kill: () => server.kill(),
    /** Starts it again on the same folder and port, with its clock where it was. */
    async restart() {
      await server.stop()
      const { port } = new URL(server.address)
      server = await startServer({ ...env, PORT: port })
      if (shiftMs !== 0) await server.ask('shift', { ms: shiftMs })
    },
    async stop() {
      await server.stop()
      await Promise.all([mail.stop(), breaches.stop()])
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
