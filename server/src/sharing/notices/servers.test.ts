import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { addDays, dayOf } from '@deedbox/contract/dates.ts'
import { dayMs } from '@deedbox/contract/durations.ts'
import type { Grant } from '@deedbox/contract/grants.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { documentAccess } from '../../db/tables/documents.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { holdTable, named } from '../../testing/postgres.ts'
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts'
import { expireGrants } from '../grants/grants.jobs.ts'
import { upload } from '../grants/sample.testing.ts'
import { accessEnding } from './access-ending.mail.tsx'
import { accessEndingOwner } from './access-ending-owner.mail.tsx'
import { documentExpiring } from './document-expiring.mail.tsx'
import { notifyEnded } from './ending.ts'
import { tellDue } from './notices.ts'

/* Several whole servers on one database, one of them killed in the middle: only PostgreSQL has several. */
const alone = !inject('postgresUrl')
const zone = 'Australia/Sydney'
let smtp: TestSmtp
let first: TestApp
let second: TestApp

/** Runs the notices of access that ends soon. */
const notifyEnding = async (services: TestApp['services']) => {
  await tellDue(services, accessEnding)
  await tellDue(services, accessEndingOwner)
}

beforeAll(async () => {
  if (alone) return
  smtp = await startSmtp()
  first = await startTestApp({ SMTP_URL: smtp.url })
  second = await startTestApp(env())
})
afterAll(async () => {
  await second?.stop()
  await first?.stop()
  await smtp?.stop()
})

/** A second server of the same deployment. */
const env = () => ({
  SMTP_URL: smtp.url,
  DATA_DIR: first.dataDir,
  DATABASE_URL: first.services.config.databaseUrl ?? '',
})
const inDays = (days: number) => addDays(dayOf(new Date(), zone), days)
const subjects = (email: string) =>
  smtp.received.filter(({ deliveredTo }) => deliveredTo === email).map(({ subject }) => subject)

/** A document that expires soon and a grant on it that ended; one that ends soon. */
async function due() {
  const trustee = await first.person('trustee')
  const guest = await first.person('guest')
  const document = await upload(first, trustee, { title: 'The will', expiryDate: inDays(5) })
  const share = async (title: string) => {
    const { id } = await upload(first, trustee, { title })
    const body = { email: guest.email, expiresOn: inDays(20) }
    const answer = await first.call(trustee, 'POST', `/api/documents/${id}/access`, body)
    return answer.json<{ grant: Grant }>().grant.id
  }
  const move = (id: string, ms: number) => {
    const end = new Date(Date.now() + ms)
    return first.services.database.db
      .update(documentAccess)
      .set({ expiresAt: end, autoRevokeDate: end })
      .where(eq(documentAccess.id, id))
  }
  const ended = await share('The deed that ended')
  const ending = await share('The deed that ends')
  // Granted long ago.
  await first.services.database.query(
    "update document_access set granted_at = granted_at - interval '1 year' where id = $1",
    [ending],
  )
  await move(ending, 3 * dayMs)
  await move(ended, -1_000)
  return { trustee, guest, document }
}

const work = async ({ services }: TestApp) => {
  await tellDue(services, documentExpiring)
  await notifyEnding(services)
  await expireGrants(services, (ctx, rows) => notifyEnded(ctx, rows, services))
}
const waiting = () => first.services.database.db.$count(mailMessages, eq(mailMessages.status, 'waiting'))

/** The notices queued about the three, each of them once. */
async function expectEachOnce({ trustee, guest }: Awaited<ReturnType<typeof due>>) {
  await expect.poll(waiting).toBe(0)
  expect(subjects(trustee.email).sort()).toEqual([
    'Test guest’s access to “The deed that ended” has ended',
    'Test guest’s access to “The deed that ends” ends in 3 days',
    '“The will” expires in 5 days',
  ])
  expect(
    subjects(guest.email)
      .filter((subject) => !/shared|guest access/.test(subject ?? ''))
      .sort(),
  ).toEqual([
    'Your access to “The deed that ended” has ended',
    'Your access to “The deed that ends” ends in 3 days',
  ])
}

test.skipIf(alone)('two servers that look at the same time send each notice once', async () => {
  const made = await due()
  await Promise.all([work(first), work(second), work(second), work(first)])
  await Promise.all([work(first), work(second)])
  await expectEachOnce(made)
})

test.skipIf(alone)(
  'a server killed in the middle of its work has told nothing; the others tell it once',
  async () => {
    const made = await due()
    // Every server that has inserted a notice now waits before its audit event, which comes just before the commit.
    const held = await holdTable(env().DATABASE_URL, 'audit_events')
    const script = join(import.meta.dirname, 'server.child.ts')
    const child = spawn(process.execPath, [script], {
      env: { PATH: process.env.PATH, ...env(), DATABASE_URL: named(env().DATABASE_URL, 'killed') },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let others: Promise<unknown>
    try {
      // It runs by itself: every start looks for what is due.
      await expect.poll(held.waiting).toContain('killed')
      child.kill('SIGKILL')
      await once(child, 'close')
      others = Promise.all([work(first), work(second)])
    } finally {
      child.kill('SIGKILL')
      await held.release()
    }
    await others
    await expectEachOnce(made)

    // A server that starts afterwards does not send it again either.
    const third = await startTestApp(env())
    await third.services.jobs.runDue()
    await third.stop()
    await expectEachOnce(made)
  },
)

test.skipIf(alone)('what a server that is stopped leaves over, another one tells', async () => {
  const third = await startTestApp(env())
  const made = await due()
  // Its database is closed while it works.
  const working = Promise.allSettled([work(third), work(second)])
  await third.running.stop()
  await working
  await work(second)
  await expectEachOnce(made)
  await third.stop()
})
