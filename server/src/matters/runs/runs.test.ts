import { dayMs } from '@deedbox/contract/durations.ts'
import type { ClientWithout, MatterRun } from '@deedbox/contract/matter-runs.ts'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEvents } from '../../db/tables/audit.ts'
import { documents } from '../../db/tables/documents.ts'
import { matterRuns, matters } from '../../db/tables/matters.ts'
import { refusal, rowOf, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let trustee: Person
beforeAll(async () => {
  app = await startTestApp()
  trustee = await app.person('trustee', { name: 'Tess Trustee' })
})
afterAll(() => app.stop())

const db = () => app.services.database.db
const call = (as: Person, method: string, url: string, body?: object) =>
  app.call(as, method, `/api/matter-runs${url}`, body)
const make = async (runId: string, names: string[], as = trustee) =>
  call(as, 'POST', '', { runId, clients: names.map((name) => ({ name, kind: 'family_trust' })) })
const without = async (): Promise<ClientWithout[]> => {
  const all: ClientWithout[] = []
  let cursor = ''
  do {
    const answer = await call(trustee, 'GET', `/clients?limit=2${cursor && `&cursor=${cursor}`}`)
    all.push(...answer.json().clients)
    cursor = answer.json().nextCursor ?? ''
  } while (cursor)
  return all
}
const runs = async (as = trustee) => (await call(as, 'GET', '')).json<{ runs: MatterRun[] }>().runs
const undo = (runId: string, after: string | null = null, as = trustee) =>
  call(as, 'POST', `/${runId}/undo`, { after })
const of = async (clientName: string) => (await upload(app, trustee, { clientName })).id
const mattersOf = (runId: string) =>
  db().select().from(matters).where(eq(matters.runId, runId)).orderBy(matters.name)

test('clients become matters, each with its documents that are in none; the same call again makes nothing twice', async () => {
  const [abel, again, marsh] = [await of('Abel'), await of('ABEL'), await of('Marsh Family Trust')]
  const taken = await of('marsh family trust')
  const before = await app.call(trustee, 'POST', '/api/matters', { name: 'Before', kind: 'person' })
  await app.call(trustee, 'POST', '/api/matters', { name: 'Abel', kind: 'person' })
  await app.call(trustee, 'POST', `/api/matters/${before.json().matter.id}/documents`, {
    documentIds: [taken],
  })
  expect(await without()).toEqual([
    { name: 'ABEL', free: 2, partly: false, named: true },
    { name: 'Marsh Family Trust', free: 1, partly: true, named: false },
  ])
  const runId = crypto.randomUUID()
  const names = ['Abel', 'Marsh Family Trust', 'Nobody']
  const left = (...all: string[]) =>
    all.map((name) => ({ name, code: 'matter-client-none', message: expect.any(String) }))
  // Twice at once, as after a lost answer: each client is one matter.
  const both = await Promise.all([make(runId, names), make(runId, names)])
  expect(both.reduce((sum, answer) => sum + answer.json().made, 0)).toBe(2)
  expect((await make(runId, names)).json()).toEqual({ made: 0, left: left(...names) })
  const made = await mattersOf(runId)
  expect(made.map(({ name }) => name)).toEqual(['Abel', 'Marsh Family Trust'])
  const places = await db()
    .select()
    .from(documents)
    .where(inArray(documents.id, [abel, again, marsh, taken]))
  const place = (id: string) => places.find((row) => row.id === id)?.matterId
  expect([abel, again, marsh, taken].map(place)).toEqual([
    ...[made[0]?.id, made[0]?.id, made[1]?.id],
    before.json().matter.id,
  ])
  expect(await without()).toEqual([])
  const other = await app.person('admin')
  await of('Other')
  expect(refusal(await make(runId, ['Other'], other))).toEqual([409, 'matter-run-over'])
  expect(await runs(other)).toMatchObject([{ id: runId, begunByName: 'Tess Trustee', matters: 2 }])
})

test('undone within 30 days: what nobody touched is gone, what somebody changed stays and says why', async () => {
  const names = ['Quill', 'Noted', 'With a date', 'Moved', 'Larger', 'Shared']
  const ids = new Map<string, string>()
  for (const name of names) ids.set(name, await of(name))
  const runId = crypto.randomUUID()
  expect((await make(runId, names)).json()).toEqual({ made: 6, left: [] })
  const made = new Map((await mattersOf(runId)).map((row) => [row.name, row]))
  const idOf = (name: string) => made.get(name)?.id ?? ''
  app.shift(1_000)
  const on = (name: string, method: string, url: string, body: object) =>
    app.call(trustee, method, `/api/matters/${idOf(name)}${url}`, body)
  const noted = {
    ...{ name: 'Noted', kind: 'family_trust', notes: 'Box 14' },
    updatedAt: made.get('Noted')?.updatedAt.toISOString(),
  }
  const elsewhere = await app.call(trustee, 'POST', '/api/matters', { name: 'Elsewhere', kind: 'person' })
  const moved = { documentIds: [ids.get('Moved')] }
  const date = { kind: 'review', title: 'Review', dueOn: '2031-01-01', matterId: idOf('With a date') }
  const guest = await app.person('guest')
  for (const done of [
    on('Noted', 'PUT', '', noted),
    app.call(trustee, 'POST', '/api/due-dates', date),
    app.call(trustee, 'POST', `/api/matters/${elsewhere.json().matter.id}/documents`, moved),
    upload(app, trustee, { matterId: idOf('Larger') }).then(() => ({ statusCode: 200, body: '' })),
    on('Shared', 'POST', '/shares', {
      recipients: [{ email: guest.email }],
      ...{ later: true, expiresOn: '2027-06-01' },
    }),
  ]) {
    const { statusCode, body } = await done
    expect(statusCode, body).toBeLessThan(300)
  }
  const undone = (await undo(runId)).json<{ removed: number; kept: { name: string; why: string }[] }>()
  expect(undone).toMatchObject({ removed: 1, next: null })
  expect(Object.fromEntries(undone.kept.map(({ name, why }) => [name, why]))).toEqual({
    Noted: 'Matter changed',
    'With a date': 'Date added',
    Moved: 'Something else belongs to it, or documents come or go',
    Larger: 'Put into a matter',
    Shared: 'Matter shared',
  })
  const [free] = await db()
    .select()
    .from(documents)
    .where(eq(documents.id, ids.get('Quill') ?? ''))
  expect(free?.matterId).toBeNull()
  expect((await app.call(trustee, 'GET', `/api/matters/${idOf('Quill')}`)).statusCode).toBe(404)
  const told = (await db().select().from(auditEvents)).filter(
    ({ details }) => details?.matterId === idOf('Quill'),
  )
  expect(told.map(({ event }) => event)).toEqual([
    ...['matter_created', 'matter_document_added'],
    ...['matter_document_removed', 'matter_removed'],
  ])
  // Again: what was kept is kept, with nothing audited.
  expect((await undo(runId)).json()).toMatchObject({ removed: 0, next: null })
  expect((await without()).map(({ name }) => name)).toContain('Quill')
})

test('a fault in the middle leaves whole matters and clients that are still to come, and the same call makes those', async () => {
  const names = ['Fault A', 'Fault B', 'Fault C']
  for (const name of names) for (const _ of [1, 2]) await of(name)
  const { exec } = app.services.database
  // The second client fails after its matter and its first document are written.
  await exec(`create function fail_b() returns trigger language plpgsql as $$ begin
      if new.client_name = 'Fault B' then raise exception 'a fault'; end if; return new; end $$;
    create trigger fail_b after update of matter_id on documents for each row execute function fail_b()`)
  const runId = crypto.randomUUID()
  expect((await make(runId, names)).statusCode).toBe(500)
  expect((await mattersOf(runId)).map(({ name }) => name)).toEqual(['Fault A'])
  await exec('drop trigger fail_b on documents; drop function fail_b()')
  expect((await make(runId, names)).json()).toMatchObject({ made: 2, left: [{ name: 'Fault A' }] })
  const places = await db().select().from(documents).where(inArray(documents.clientName, names))
  expect(new Set(places.map(({ matterId }) => matterId)).size).toBe(3)
  expect(places.every(({ matterId }) => matterId !== null)).toBe(true)
})

test('more than one call undoes go on where the last one ended, and after 30 days nothing is undone', async () => {
  const clients = Array.from({ length: 52 }, (_, n) => `Client ${n}`)
  await db()
    .insert(documents)
    .values(clients.map((clientName) => rowOf(trustee, { clientName })))
  const runId = crypto.randomUUID()
  await make(runId, clients.slice(0, 50))
  await make(runId, clients.slice(50))
  const first = (await undo(runId)).json()
  expect(first).toMatchObject({ removed: 50, kept: [], next: expect.any(String) })
  expect((await undo(runId, first.next)).json()).toEqual({ removed: 2, kept: [], next: null })
  expect(refusal(await undo(runId))).toEqual([409, 'matter-run-over'])
  const late = crypto.randomUUID()
  await make(late, ['Client 1'])
  app.shift(30 * dayMs + 1_000)
  trustee = await app.person('trustee')
  expect(refusal(await undo(late))).toEqual([409, 'matter-run-over'])
  expect(await runs()).toEqual([])
})

test('only who keeps matters makes and undoes them, and a client of very many documents is left', async () => {
  const rows = Array.from({ length: 1_001 }, () => rowOf(trustee, { clientName: 'Very many' }))
  for (let n = 0; n < rows.length; n += 500)
    await db()
      .insert(documents)
      .values(rows.slice(n, n + 500))
  const runId = crypto.randomUUID()
  expect((await make(runId, ['Very many'])).json()).toMatchObject({
    made: 0,
    left: [{ name: 'Very many', code: 'matter-client-large' }],
  })
  const unconfirmed = await app.person('trustee', { confirmedAt: null })
  for (const asked of [
    call(unconfirmed, 'GET', ''),
    call(unconfirmed, 'GET', '/clients'),
    make(runId, ['Very many'], unconfirmed),
  ])
    expect(refusal(await asked)).toEqual([403, 'not-allowed'])
  const { id } = (await db().select().from(matterRuns))[0] ?? {}
  for (const [as, run] of [
    [unconfirmed, id],
    [trustee, crypto.randomUUID()],
  ] as const)
    expect(refusal(await undo(run ?? '', null, as))).toEqual([404, 'matter-run-not-found'])
})
