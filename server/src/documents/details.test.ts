import { dayOf } from '@deedbox/contract/dates.ts'
import {
  aboutDetail,
  type DetailName,
  detailLabels,
  detailNames,
  perDetail,
  searchedDetails,
} from '@deedbox/contract/document-details.ts'
import type { Document, DocumentRow } from '@deedbox/contract/documents.ts'
import { dayMs } from '@deedbox/contract/durations.ts'
import { errors } from '@deedbox/contract/refusals.ts'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { send, upload } from '../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../testing/app.ts'
import { begin, begun, patch } from './uploads/client.testing.ts'

/* Every detail goes the whole way of a document, the next one too as soon as it is in the table. */

let app: TestApp
let trustee: Person
beforeAll(async () => {
  app = await startTestApp()
  trustee = await app.person('trustee')
})
afterAll(() => app.stop())

const days = ['2031-07-01', '2032-08-02', '2033-09-03']
const past = ['1991-07-01', '1992-08-02', '1993-09-03']
/** The first, second or third example of a detail. */
function sample(name: DetailName, n: 0 | 1 | 2): string {
  const known = aboutDetail(name)
  if (known.kind === 'line') return `${name}-${['one', 'two', 'three'][n]}/24`
  if (known.kind === 'day') return (known.past ? past : days)[n] ?? ''
  // The type is that of the kind.
  if (name === 'kind') return n === 1 ? 'will' : 'trust_deed'
  return Object.keys(known.choices)[n % 2] ?? ''
}
const samples = (n: 0 | 1 | 2) => perDetail((name) => sample(name, n))

const listed = async (search: string) =>
  (await app.call(trustee, 'GET', `/api/documents?search=${encodeURIComponent(search)}`)).json<{
    documents: DocumentRow[]
  }>().documents
const one = async (id: string) =>
  (await app.call(trustee, 'GET', `/api/documents/${id}`)).json<{ document: Document }>().document
const correct = (documents: Document[], changes: object) =>
  app.call(trustee, 'POST', '/api/documents/correct', {
    documents: documents.map(({ id, updatedAt }) => ({ id, updatedAt })),
    changes,
  })
const lastSaid = async (id: string): Promise<string> =>
  (await app.call(trustee, 'GET', `/api/documents/${id}/history`)).json().entries[0].notes
const table = (content: Buffer | string) =>
  parse(content, { bom: true, columns: true }) as Record<string, string>[]

test('each detail is stored by an upload and by a resumable one, shown, listed and found', async () => {
  const stored = await upload(app, trustee, samples(0))
  expect(stored).toMatchObject(samples(0))

  const content = Buffer.from('I leave the piano to Ada.')
  const url = await begun(app, trustee, content.length, samples(1))
  const [unfinished] = (await app.call(trustee, 'GET', '/api/uploads')).json().uploads
  expect(unfinished).toMatchObject(samples(1))
  const answer = await patch(app, trustee, url, 0, content)
  expect(await one(String(answer.headers['deedbox-document']))).toMatchObject(samples(1))

  for (const name of searchedDetails) {
    expect(await listed(sample(name, 0))).toMatchObject([{ id: stored.id, ...samples(0) }])
    const found = await app.call(trustee, 'GET', `/api/search?text=${encodeURIComponent(sample(name, 0))}`)
    expect(found.json().documents).toMatchObject([{ id: stored.id, [name]: sample(name, 0) }])
  }
})

test('what was not said about an unfinished upload, or not known when it began, is none', async () => {
  const content = Buffer.from('I leave the boat to Ben.')
  const url = await begun(app, trustee, content.length, { title: 'A will' })
  await app.services.database.query(
    `update uploads set details = '{"title": "A will"}' where document_id is null`,
  )
  const answer = await patch(app, trustee, url, 0, content)
  const none = perDetail((name) => {
    const known = aboutDetail(name)
    return 'usual' in known ? known.usual : null
  })
  expect(await one(String(answer.headers['deedbox-document']))).toMatchObject({ ...none, title: 'A will' })
})

test('each detail is corrected for one document and for many, in the words of the history', async () => {
  const first = await upload(app, trustee, samples(0))
  const second = await upload(app, trustee, samples(0))
  expect((await correct([first], samples(1))).statusCode).toBe(200)
  expect(await one(first.id)).toMatchObject(samples(1))
  const said = await lastSaid(first.id)
  for (const label of Object.values(detailLabels)) expect(said).toContain(`${label}: `)

  for (const name of detailNames) {
    const both = [await one(first.id), await one(second.id)]
    const answer = await correct(both, { [name]: sample(name, 2) })
    expect([name, answer.statusCode]).toEqual([name, aboutDetail(name).same ? 200 : 400])
    if (!aboutDetail(name).same) continue
    for (const { id } of both) expect(await one(id)).toMatchObject({ [name]: sample(name, 2) })
    const cleared = await correct([await one(first.id)], { [name]: null })
    expect([name, cleared.statusCode]).toEqual([name, aboutDetail(name).required ? 400 : 200])
    if (cleared.statusCode === 200) expect(await one(first.id)).toMatchObject({ [name]: null })
  }
})

test('each detail is in the report, where it has a column there, and in what is taken out', async () => {
  const owner = await app.person('trustee')
  const { id } = await upload(app, owner, samples(0))
  const report = await app.call(owner, 'GET', '/api/audit/exports/documents-audit.csv')
  const row = table(report.body).find(({ Title }) => Title === sample('title', 0)) ?? {}
  for (const name of detailNames) {
    const { heading, reported } = aboutDetail(name)
    expect([heading, row[heading]]).toEqual([heading, reported === null ? undefined : sample(name, 0)])
  }

  const begunOne = await app.call(owner, 'POST', '/api/take-outs', { organizationId: null })
  const zip = await app.call(owner, 'GET', `/api/take-outs/${begunOne.json().takeOut.id}/content`)
  const file = await yauzl.fromBufferPromise(zip.rawPayload)
  for await (const entry of file.eachEntry()) {
    if (entry.fileName !== 'documents.csv') continue
    const chunks: Buffer[] = []
    for await (const chunk of await file.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    const [taken = {}] = table(Buffer.concat(chunks))
    expect(taken).toMatchObject({ 'Document ID': id })
    for (const name of detailNames) {
      const known = aboutDetail(name)
      const text = sample(name, 0)
      expect(taken[known.heading]).toBe(known.kind === 'choice' ? known.choices[text] : text)
    }
  }
  expect.assertions(2 * detailNames.length + 1)
})

test('the type follows from the kind, whatever else is said, and is never corrected alone', async () => {
  const will = await upload(app, trustee, { title: 'Will', kind: 'will', type: 'trust_deed' })
  expect(will).toMatchObject({ kind: 'will', type: 'other' })
  const content = Buffer.from('I give all to Ada.')
  const url = await begun(app, trustee, content.length, { title: 'B', kind: 'variation', type: 'other' })
  const answer = await patch(app, trustee, url, 0, content)
  const varied = await one(String(answer.headers['deedbox-document']))
  expect(varied).toMatchObject({ kind: 'variation', type: 'trust_deed' })
  const plain = await upload(app, trustee, { title: 'C', type: 'trust_deed' })
  expect(plain).toMatchObject({ kind: null, type: 'trust_deed' })

  const refused = await correct([plain, varied], { type: 'other' })
  expect([refused.statusCode, refused.json().error]).toMatchObject([
    400,
    { code: 'type-follows-kind', fields: { type: errors['type-follows-kind'].message } },
  ])
  expect((await correct([plain, varied], { type: 'trust_deed' })).statusCode).toBe(200)
  expect((await correct([plain, varied], { kind: 'codicil', type: 'trust_deed' })).statusCode).toBe(200)
  expect([await one(plain.id), await one(varied.id)]).toMatchObject(
    [plain, varied].map(() => ({ kind: 'codicil', type: 'other' })),
  )
  expect(await lastSaid(plain.id)).toBe('Kind: none → Codicil; Type: Trust deed → Other')
  expect((await correct([await one(plain.id)], { kind: null, type: 'trust_deed' })).statusCode).toBe(200)
  expect(await one(plain.id)).toMatchObject({ kind: null, type: 'trust_deed' })
})

test('nothing was signed in the future, in the deployment’s time', async () => {
  const timeZone = app.services.config.timeZone
  const [yesterday, today, tomorrow] = [-1, 0, 1].map((days) =>
    dayOf(new Date(Date.now() + app.services.clock.shiftMs + days * dayMs), timeZone),
  )
  const message = 'This day must not be in the future.'
  const early = { title: 'A deed', executedOn: String(tomorrow) }
  const refusals = [
    await send(app, trustee, Buffer.from('A deed'), early),
    await begin(app, trustee, 3, early),
    await correct([await upload(app, trustee)], { executedOn: tomorrow }),
  ]
  for (const refused of refusals)
    expect([refused.statusCode, refused.json().error]).toMatchObject([
      400,
      { code: 'detail-future', message, fields: { executedOn: message } },
    ])
  for (const executedOn of [yesterday, today])
    expect(await upload(app, trustee, { title: 'A deed', executedOn: String(executedOn) })).toMatchObject({
      executedOn,
    })
})
