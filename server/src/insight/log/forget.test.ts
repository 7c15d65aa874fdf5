import type { EventRow } from '@deedbox/contract/audit-trail.ts'
import { fromBase64 } from '@deedbox/proof/bytes.ts'
import { disclosed, parseDisclosure, parseLeaf } from '@deedbox/proof/leaf.ts'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizations, profiles } from '../../db/tables/accounts.ts'
import { upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { checkLog } from './check.ts'
import { fieldsOf, remaining, type SealedEvent, sealEvents } from './event-fields.ts'
import { forgetRecords } from './forget.ts'

let app: TestApp
let admin: Person
let trustee: Person
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person('admin')
  trustee = await app.person('trustee')
})
afterAll(() => app.stop())

const query = async <R = Record<string, unknown>>(text: string, values: unknown[] = []) =>
  (await app.services.database.query<R>(text, values)).rows

type Old = {
  years?: number
  documentId?: string
  actor?: Person
  subject?: string
  details?: object
  notes?: string
}
/** Records an event of some years ago and seals it. */
async function old({ years = 8, documentId, actor, subject, details, notes }: Old): Promise<number> {
  const [row] = await query<{ id: number }>(
    `insert into audit_events (at, event, document_id, actor_id, actor_email, actor_name, subject_email, notes, ip, user_agent, details)
     values (now() - make_interval(years => $1), 'document_corrected', $2, $3, $4, $5, $6, $7, '203.0.113.9', 'Netscape', $8::jsonb) returning id`,
    [
      ...[years, documentId ?? null, actor?.id ?? null, actor?.email ?? null, actor && 'Olive Old'],
      ...[subject ?? null, notes ?? null, JSON.stringify(details ?? {})],
    ],
  )
  await app.services.log.catchUp()
  return Number(row?.id)
}
const forget = async () => {
  await forgetRecords(app.services)
  await app.services.log.catchUp()
}
const row = async (id: number) => (await query('select * from audit_events where id = $1', [id]))[0]
const forgotten = async (id: number) => (await row(id))?.forgotten !== null
/** Problems besides the one that every event here has: it was recorded as years old. */
const problems = async () =>
  (await checkLog(app.services.database, app.services.log.folder.head())).problems.filter(
    (text) => !text.includes(', but was sealed after '),
  )

test('names and texts of an event go after seven years, its proof holds, and lists, exports and proofs say so', async () => {
  const { id: documentId } = await upload(app, trustee)
  const details = { sha256: 'ab'.repeat(32), fileName: 'Will of Olive.pdf', fileSize: 7, until: '2019-02-03' }
  const [one, young] = [
    await old({ documentId, actor: trustee, subject: 'o@example.com', notes: 'Olive asked', details }),
    await old({ years: 6, documentId, actor: trustee, notes: 'A younger note' }),
  ]
  await forget()
  const kept = { sha256: details.sha256, fileSize: 7, until: '2019-02-03' }
  expect(await row(one)).toMatchObject({
    ...{ actor_id: null, actor_email: null, actor_name: null, subject_email: null, notes: null, ip: null },
    ...{ user_agent: null, document_id: documentId, event: 'document_corrected', details: kept },
  })
  expect(await forgotten(young)).toBe(false)
  expect(await problems()).toEqual([])
  const all = JSON.stringify(
    await query('select disclosures from log_disclosures where event_id = $1', [one]),
  )
  for (const name of ['actor_name', 'notes', 'details.fileName'])
    expect(all.match(/[\w-]{20,}/g)?.map((text) => parseDisclosure(text).name)).not.toContain(name)
  const { proof } = (await app.call(admin, 'GET', `/api/audit/proofs/${one}`)).json()
  expect(Object.fromEntries(disclosed(parseLeaf(fromBase64(proof.leaf)), proof.disclosures))).toEqual({
    document_id: documentId,
    ...Object.fromEntries(Object.entries(kept).map(([name, value]) => [`details.${name}`, value])),
  })
  const listed: EventRow[] = (
    await app.call(trustee, 'GET', `/api/audit/events?document=${documentId}`)
  ).json().events
  expect(listed.find(({ id }) => id === one)).toMatchObject({
    actorName: 'Name removed after 7 years',
    notes: 'Names and texts removed after 7 years',
  })
  const csv = await app.call(
    trustee,
    'GET',
    `/api/audit/events/exports/events-audit.csv?document=${documentId}`,
  )
  expect(csv.body).toContain('Name removed after 7 years')
  expect(csv.body).toContain('Names and texts removed after 7 years')
  expect(csv.body).toContain('A younger note')
  const history = await app.call(trustee, 'GET', `/api/documents/${documentId}/history`)
  expect(history.body).toContain('Name removed after 7 years')
  const [said] = await query<{ details: Record<string, unknown> }>(
    `select * from audit_events where event = 'records_forgotten' order by id desc limit 1`,
  )
  expect(said).toMatchObject({ actor_id: null, details: { events: 1, years: 7 } })
})

test('the years are a setting; fewer than seven are refused', async () => {
  const change = (recordsKeptYears: number, was: number) =>
    app.call(admin, 'PUT', '/api/settings', {
      changes: { recordsKeptYears },
      was: { recordsKeptYears: was },
    })
  expect((await change(6, 7)).statusCode).toBe(400)
  expect((await change(20, 7)).statusCode).toBe(200)
  const id = await old({ notes: 'Still told' })
  await forget()
  expect(await forgotten(id)).toBe(false)
  expect((await change(7, 20)).statusCode).toBe(200)
  await forget()
  expect(await forgotten(id)).toBe(true)
})

test('what a legal hold covers is not forgotten until it is lifted', async () => {
  const { db } = app.services.database
  const [firm] = await db
    .insert(organizations)
    .values({ name: 'Kept & Co', createdAt: new Date() })
    .returning()
  const organizationId = firm?.id ?? ''
  const [person, member] = [await app.person('requestor'), await app.person('requestor')]
  await db.update(profiles).set({ organizationId }).where(eq(profiles.id, member.id))
  const document = await upload(app, trustee)
  const ofClient = await upload(app, trustee, { clientName: 'Zoë “Z” Quill' })
  const covered: [string, string, number[]][] = [
    ['document', document.id, [await old({ documentId: document.id, notes: 'n' })]],
    [
      'client',
      'zoe “z” QUILL',
      [
        await old({ documentId: ofClient.id, notes: 'n' }),
        await old({ details: { documentName: 'Deed of Zoë “Z” Quill' } }),
      ],
    ],
    [
      'person',
      person.id,
      [
        await old({ actor: person }),
        await old({ subject: person.email }),
        await old({ details: { to: person.email } }),
      ],
    ],
    [
      'organisation',
      organizationId,
      [
        await old({ details: { organizationId, name: 'Kept & Co' } }),
        await old({ actor: member }),
        await old({ subject: member.email }),
      ],
    ],
  ]
  const free = await old({ actor: trustee, notes: 'n' })
  for (const [kind, subject] of covered) {
    const set = await app.call(admin, 'POST', '/api/holds', {
      kind,
      subject,
      reason: 'Quill v Quill',
      endsOn: null,
    })
    expect(set.statusCode, set.body).toBe(201)
  }
  await forget()
  expect(await forgotten(free)).toBe(true)
  for (const [kind, , ids] of covered) for (const id of ids) expect(await forgotten(id), kind).toBe(false)
  await query('update legal_holds set ended_at = now()')
  await forget()
  for (const [kind, , ids] of covered) for (const id of ids) expect(await forgotten(id), kind).toBe(true)
  expect(await problems()).toEqual([])
})

test('nothing is forgotten on a database that the store does not belong to', async () => {
  const id = await old({ notes: 'n' })
  const [before] = await query<{ mark: string }>('select id as mark from deployment')
  await query(`update deployment set id = gen_random_uuid()`)
  await forget()
  expect(await forgotten(id)).toBe(false)
  await query('update deployment set id = $1', [before?.mark])
})

test('the database refuses every other change of an event, and of what its leaf commits to', async () => {
  const [one, young, done] = [
    await old({ notes: 'n', details: { a: 1, b: 2 } }),
    await old({ years: 6 }),
    await old({}),
  ]
  const { database } = app.services
  const tried = (statement: string, forgets = true) =>
    database.transaction(async () => {
      if (forgets) await database.exec(`set local deedbox.forgets = 'on'`)
      await database.exec(statement)
      throw new Error('it was let through')
    })
  const blank = `actor_id = null, actor_email = null, actor_name = null, subject_email = null, notes = null, ip = null, user_agent = null, request_id = null`
  const mark = `forgotten = '{"years": 7, "fields": []}'`
  const update = (what: string, id = one) => `update audit_events set ${what} where id = ${id}`
  // The job's own changes are let through: the refusals below are for their reasons.
  await expect(tried(update(`${blank}, details = '{"a": 1}', ${mark}`))).rejects.toThrow('let through')
  await expect(tried(update(`${blank}, ${mark}`), false)).rejects.toThrow('append-only')
  for (const statement of [
    update(`notes = 'other'`),
    update(blank),
    update(`${blank}, ${mark}, event = 'document_deleted'`),
    update(`${blank}, ${mark}, at = at - interval '1 day'`),
    update(`${blank}, ${mark}, document_id = gen_random_uuid()`),
    update(`${blank}, ${mark}, details = '{"a": 2}'`),
    update(`${blank}, ${mark}, details = '{"c": 1}'`),
    update(`${blank.replace('notes = null', `notes = 'other'`)}, ${mark}`),
    update(`${blank}, forgotten = '{"years": 1, "fields": []}'`),
    update(`${blank}, ${mark}`, young),
    `delete from audit_events where id = ${one}`,
    'truncate audit_events',
    `update log_disclosures set disclosures = disclosures || array['x'] where event_id = ${one}`,
    `delete from log_disclosures where event_id = ${one}`,
    'truncate log_disclosures',
  ])
    await expect(tried(statement), statement).rejects.toThrow('append-only')
  await expect(tried(`update log_disclosures set disclosures = '{}'`, false)).rejects.toThrow('append-only')
  await forget()
  expect(await forgotten(done)).toBe(true)
  await expect(tried(update(mark, done))).rejects.toThrow('append-only')
})

test('whatever an event says, what stays of it names nobody, and each field stays or is named as gone', () => {
  const value = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.string()),
    fc.emailAddress(),
  )
  const empty = { actor_id: null, actor_email: null, actor_name: null, document_id: null, access_id: null }
  const none = { ...empty, subject_email: null, notes: null, ip: null, user_agent: null, request_id: null }
  fc.assert(
    fc.property(fc.dictionary(fc.string(), value, { maxKeys: 80 }), fc.string(), (details, notes) => {
      const event: SealedEvent = { ...none, id: 1, event: 'x', at: 'y', notes, details, forgotten: null }
      const { details: kept, fields } = remaining(event)
      for (const [name, left] of Object.entries(kept ?? {})) {
        expect(left).toBe(details[name])
        expect(typeof left === 'string' ? /^[0-9a-f]{64}$|^\d{4}-/.test(left) : left !== null).toBe(true)
      }
      const after = { ...event, notes: null, details: kept }
      const stays = (sealEvents([event])[0]?.disclosures ?? []).filter(
        (text) => !fields.includes(parseDisclosure(text).name),
      )
      expect(stays.length + fields.length).toBe(fieldsOf(event).size)
      expect([...fieldsOf(after).keys()].sort()).toEqual(
        stays.map((text) => parseDisclosure(text).name).sort(),
      )
    }),
  )
})
