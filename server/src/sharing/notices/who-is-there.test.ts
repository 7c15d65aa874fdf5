import { dayMs } from '@deedbox/contract/durations.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizations } from '../../db/tables/accounts.ts'
import { mails } from '../../mails.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { upload } from '../grants/sample.testing.ts'
import { noticesIn, tellDue } from './notices.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await app.services.jobs.runDue()
})
afterAll(() => app.stop())

/** Makes an organisation that was deactivated, or that has left. */
async function firm(more: { deactivatedAt?: Date; leavingFrom?: Date }): Promise<string> {
  const id = crypto.randomUUID()
  await app.services.database.db
    .insert(organizations)
    .values({ id, name: `Firm ${id}`, createdAt: new Date(), ...more })
  return id
}

test('no notice of any kind goes to who is deactivated or has left, nor about a document that is locked', async () => {
  const ago = (days: number) => new Date(Date.now() - days * dayMs)
  const left = await firm({ leavingFrom: ago(91) })
  const leaving = await firm({ leavingFrom: ago(10) })
  const off = await firm({ deactivatedAt: ago(1) })
  const there = [
    await app.person('trustee'),
    await app.person('requestor', { organizationId: leaving }),
    await app.person('admin', { organizationId: left }),
  ]
  const gone = [
    await app.person('trustee', { deactivatedAt: ago(1) }),
    await app.person('requestor', { organizationId: off }),
    await app.person('b2b_admin', { organizationId: left }),
  ]
  const locked = await upload(app, there[0] as Person, { title: 'Locked' })
  const { database } = app.services
  await database.query('update documents set organization_id = $1 where id = $2', [left, locked.id])
  const told = async (kind: string) =>
    (
      await database.query<{ to: string }>('select recipient as "to" from mail_messages where kind = $1', [
        kind,
      ])
    ).rows.map(({ to }) => to)
  const all = [...there, ...gone].map(({ email }) => email)
  const rows = (subject: string, document: string | null) => sql`
    select ${subject}::uuid as "subjectId", null as "accessId", ${document}::uuid as "documentId", 'Deed' as title, null as who,
      '2031-01-01' as about, profiles.user_id::text as recipient, profiles.email, false as silent
    from profiles where profiles.email = any(${`{${all.join(',')}}`}::text[])`
  const kinds = noticesIn(mails)
  expect(kinds.length).toBeGreaterThan(10)
  for (const notice of kinds) {
    const subject = crypto.randomUUID()
    await tellDue(app.services, { ...notice, due: () => rows(subject, locked.id) })
    expect(await told(notice.kind), notice.kind).toEqual([])
    await tellDue(app.services, { ...notice, due: () => rows(subject, null) })
    expect((await told(notice.kind)).sort(), notice.kind).toEqual(there.map(({ email }) => email).sort())
    // Notices about an organisation itself go to its people, also once it has left.
    await tellDue(app.services, { ...notice, due: () => rows(left, null) })
    expect(await told(notice.kind), notice.kind).toContain(gone[2]?.email)
  }
})
