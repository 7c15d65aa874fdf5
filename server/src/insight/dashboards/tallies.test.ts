import type { getTrusteeDashboard } from '@deedbox/contract/dashboards.ts'
import { addDays, dayOf } from '@deedbox/contract/dates.ts'
import { dayMs } from '@deedbox/contract/durations.ts'
import type { SchemaOutput } from '@deedbox/contract/endpoint.ts'
import type { Grant } from '@deedbox/contract/grants.ts'
import { limits } from '@deedbox/contract/limits.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepTallies } from '../../documents/lists/tallies.jobs.ts'
import { expireGrants } from '../../sharing/grants/grants.jobs.ts'
import { upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

/*
 * The tallies, which serve the whole practice's figures, beside the same figures counted from the rows: every document
 * here is active, so that filter takes them all and counts them.
 */

type Trustee = SchemaOutput<typeof getTrusteeDashboard.response>

const zone = 'Australia/Sydney'
let app: TestApp
let boss: Person
let guests: Person[]

beforeAll(async () => {
  app = await startTestApp({ TIME_ZONE: zone })
  boss = await app.person('trustee')
  guests = [await app.person('guest'), await app.person('requestor')]
})
afterAll(() => app.stop())

const inDays = (days: number) => addDays(dayOf(at(), zone), days)
async function picture(query: string): Promise<Trustee> {
  const answer = await app.call(boss, 'GET', `/api/dashboard/trustee${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

/** The same with figures of documents that are too many to count them one by one. */
async function ofMany(query: string): Promise<Trustee> {
  const { counted } = limits.dashboard
  Object.assign(limits.dashboard, { counted: 0 })
  return picture(query).finally(() => Object.assign(limits.dashboard, { counted }))
}

/** Filters of the tallies. */
const filters = () => [
  '?status=active',
  `?documentType=trust_deed&expiryDateFrom=${inDays(20)}`,
  `?expiryDateTo=${inDays(50)}`,
  '?documentType=other',
  `?expiryDateFrom=${inDays(3)}&expiryDateTo=${inDays(90)}`,
]

async function expectAgreement() {
  const [tallied, counted] = [await picture(''), await picture('?status=active')]
  expect(tallied).toEqual(counted)
  for (const filter of filters()) {
    const figures = await picture(filter)
    expect(await ofMany(filter), filter).toEqual(figures)
    const list = await app.call(boss, 'GET', `/api/documents${filter}&limit=1`)
    expect(list.json(), filter).toMatchObject({ total: figures.statistics.documents, totalIsMore: false })
  }
  return tallied.statistics
}

const fold = () => app.services.contexts.work(keepTallies)
const at = () => new Date(Date.now() + app.services.clock.shiftMs)

/** Counts how often documents were downloaded on a day, tallied or counted. */
async function expectAgreementOn(day: string): Promise<number | undefined> {
  await expectAgreement()
  return (await picture('')).accessesByDay.find((found) => found.day === day)?.downloaded
}

const documents: string[] = []
const grants: string[] = []
const pick = <T>(all: readonly T[], n: number): T | undefined => all[n % all.length]

/** The possible actions, each with two numbers that choose its target. */
const deeds = {
  upload: async (n: number) => {
    const { id } = await upload(app, boss, n % 3 ? { expiryDate: inDays(n) } : {})
    documents.push(id)
  },
  share: async (n: number, m: number) => {
    const answer = await app.call(boss, 'POST', `/api/documents/${pick(documents, n)}/access`, {
      email: pick(guests, m)?.email,
      expiresOn: m % 3 ? inDays(m) : null,
    })
    if (answer.statusCode === 201) grants.push(answer.json<{ grant: Grant }>().grant.id)
  },
  revoke: (n: number) => app.call(boss, 'POST', `/api/access/${pick(grants, n)}/revoke`, {}),
  renew: (n: number) => app.call(boss, 'POST', `/api/access/${pick(grants, n)}/renew`, {}),
  delete: (n: number) => app.call(boss, 'DELETE', `/api/documents/${pick(documents, n)}`),
  restore: (n: number) => app.call(boss, 'POST', `/api/documents/${pick(documents, n)}/restore`, {}),
  read: (n: number) => app.call(boss, 'GET', `/api/documents/${pick(documents, n)}/content`),
  correct: (n: number, m: number) =>
    app.services.database.query('update documents set type = $2, expiry_date = $3 where id = $1', [
      pick(documents, n) ?? null,
      m % 2 ? 'other' : 'trust_deed',
      m % 3 ? inDays(m) : null,
    ]),
  wait: async (n: number) => app.shift((n * dayMs) / 20),
  expire: () => expireGrants(app.services),
  fold,
}
type Deed = keyof typeof deeds
const step = fc.record({
  deed: fc.constantFrom(...(Object.keys(deeds) as Deed[]), 'upload' as const, 'share' as const),
  n: fc.nat(99),
  m: fc.nat(99),
})

test('the tallies agree with the rows after any actions', async () => {
  // Something to act on, whatever actions are drawn.
  for (let n = 0; n < 6; n++) await deeds.upload(n)
  for (let n = 0; n < 4; n++) await deeds.share(n, 1)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
      for (const { deed, n, m } of steps) await deeds[deed](n, m)
      await expectAgreement()
    }),
    { numRuns: 8, endOnFailure: true },
  )
  expect(documents.length).toBeGreaterThan(5)
  expect(grants.length).toBeGreaterThan(3)
})

test('merging changes no figure, also when two servers merge while somebody works', async () => {
  const { database } = app.services
  for (let n = 0; n < 3; n++) await deeds.upload(n)
  await database.query(
    `insert into tallies select what, day, s.n, 0 from generate_series(1, 400) g,
       (values ('document', '2031-01-01'::date, 1), ('document', '2031-01-01', -1)) s(what, day, n)`,
  )
  await database.query(
    `insert into document_tallies (what, type, status, expires, n) select 'document', 'other', 'active', '2031-01-01', s.n
     from generate_series(1, 600), (values (1), (-1)) s(n)`,
  )
  const before = await picture('')
  await Promise.all([fold(), deeds.upload(60), fold()])
  const { rows } = await database.query<{ spare: number }>(
    'select count(*) - count(distinct (what, day)) as spare from tallies',
  )
  expect(rows[0]?.spare).toBeLessThan(10)
  const byDocument = await database.query<{ spare: number }>(
    'select count(*) - count(distinct (what, organization_id, type, status, expires, day)) as spare from document_tallies',
  )
  expect(byDocument.rows[0]?.spare).toBeLessThan(20)
  const { documents: count } = await expectAgreement()
  expect(count).toBe(before.statistics.documents + 1)
})

test('the readings of a finished day are tallied once, by whichever server', async () => {
  const { database } = app.services
  await deeds.upload(3)
  await deeds.read(documents.length - 1)
  const day = inDays(0)
  await fold()
  const tallied = async () => {
    const { rows } = await database.query<{ n: number }>(
      "select coalesce(sum(n), 0)::int as n from tallies where what = 'downloaded' and day = $1",
      [day],
    )
    return rows[0]?.n
  }
  expect(await tallied()).toBe(0)
  const before = await expectAgreementOn(day)
  expect(before).toBeGreaterThan(0)

  app.shift(2 * dayMs)
  await Promise.all([fold(), fold()])
  await fold()
  expect(await tallied()).toBe(before)
  expect(await expectAgreementOn(day)).toBe(before)
})

test('a reading stays counted when the reader loses access or the document is deleted', async () => {
  const { id } = await upload(app, boss)
  const before = (await picture('')).accessesByDay.at(-1)?.downloaded ?? 0
  await app.call(boss, 'GET', `/api/documents/${id}/content`)
  await app.call(boss, 'DELETE', `/api/documents/${id}`)
  expect((await picture('')).accessesByDay.at(-1)?.downloaded).toBe(before + 1)
  await expectAgreement()
})

test('a change that is rolled back is not counted', async () => {
  const { database } = app.services
  const before = await expectAgreement()
  await expect(
    database.transaction(async () => {
      await database.query('update documents set deleted_at = now()')
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await expectAgreement()).toEqual(before)
})

test('another time zone recounts the days', async () => {
  const { database } = app.services
  const before = await picture('')
  for (const other of ['Pacific/Honolulu', 'Australia/Adelaide', zone]) {
    await database.query(`update settings set version = version + 1, "values" = "values" || $1::jsonb`, [
      JSON.stringify({ timeZone: other }),
    ])
    const meanwhile = await picture('')
    await fold()
    const { rows } = await database.query<{ zone: string }>('select time_zone as zone from tally_zone')
    expect(rows).toEqual([{ zone: other }])
    expect(await picture('')).toEqual(meanwhile)
    for (const filter of filters()) expect(await ofMany(filter)).toEqual(await picture(filter))
  }
  expect(await picture('')).toEqual(before)
  await expectAgreement()
})

test('an organisation of many documents has the figures of its tallies, wherever documents go', async () => {
  const { database } = app.services
  const organizationId = crypto.randomUUID()
  await database.query('insert into organizations (id, name, created_at) values ($1, $2, $3)', [
    organizationId,
    'Hartley & Lowe',
    at(),
  ])
  const orgAdmin = await app.person('b2b_admin', { organizationId })
  const own = async () => (await app.call(orgAdmin, 'GET', '/api/dashboard')).json()
  const { counted } = limits.dashboard
  const agreed = async (): Promise<{ documents: number }> => {
    const direct = await own()
    Object.assign(limits.dashboard, { counted: 0 })
    expect(await own().finally(() => Object.assign(limits.dashboard, { counted }))).toEqual(direct)
    return direct
  }
  const { documents: none } = await agreed()
  expect(none).toBe(0)
  for (let n = 0; n < 3; n++) await deeds.upload(n)
  const [first, second, third] = documents.slice(-3)
  await database.query('update documents set organization_id = $1 where id = any($2::uuid[])', [
    organizationId,
    `{${first},${second}}`,
  ])
  await app.call(boss, 'POST', `/api/documents/${third}/access`, { email: orgAdmin.email, expiresOn: null })
  expect((await agreed()).documents).toBe(3)
  await app.call(boss, 'DELETE', `/api/documents/${first}`)
  await database.query('update documents set organization_id = null, owner_id = $2 where id = $1', [
    second,
    orgAdmin.id,
  ])
  expect((await agreed()).documents).toBe(2)
  await app.call(boss, 'POST', `/api/documents/${first}/restore`, {})
  expect((await agreed()).documents).toBe(3)
})

test('figures of more documents than are counted one by one say that there are more', async () => {
  for (let n = 0; n < 3; n++) {
    await deeds.upload(n)
    await deeds.share(documents.length - 1, 0)
  }
  const { counted } = limits.dashboard
  for (const query of [
    '?search=note',
    '?userEmail=%40example',
    '?accessStatus=active&status=active',
    '?fileType=text',
  ]) {
    const whole = await picture(query)
    expect(whole.capped, query).toBe(false)
    expect(whole.statistics.documents).toBeGreaterThan(2)
    Object.assign(limits.dashboard, { counted: 2 })
    const { capped, statistics, topDocuments, longTermAccess, pendingRequests } = await picture(
      query,
    ).finally(() => Object.assign(limits.dashboard, { counted }))
    expect(capped, query).toBe(true)
    expect(statistics.documents).toBeLessThanOrEqual(2)
    expect(statistics.activeAccess).toBeLessThanOrEqual(whole.statistics.activeAccess)
    // Tables have the first of all of them.
    expect({ topDocuments, longTermAccess, pendingRequests }).toEqual({
      topDocuments: whole.topDocuments,
      longTermAccess: whole.longTermAccess,
      pendingRequests: whole.pendingRequests,
    })
  }
})
