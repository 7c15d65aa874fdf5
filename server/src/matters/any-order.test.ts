import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizations } from '../db/tables/accounts.ts'
import { upload } from '../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../testing/app.ts'

/* Matters, parties and dates in any order of what people do, against what was written down beside it of who may see what. */

let app: TestApp
const firm = crypto.randomUUID()
const people = {} as Record<'trustee' | 'newcomer' | 'head' | 'lawyer' | 'reader', Person>
beforeAll(async () => {
  app = await startTestApp()
  const row = { id: firm, name: 'Harbour Legal', createdAt: new Date() }
  await app.services.database.db.insert(organizations).values(row)
  people.trustee = await app.person('trustee')
  people.newcomer = await app.person('trustee', { confirmedAt: null })
  people.head = await app.person('b2b_admin', { organizationId: firm })
  people.lawyer = await app.person('requestor', { organizationId: firm })
  people.reader = await app.person('requestor')
})
afterAll(() => app.stop())

type Who = keyof typeof people
type Document = { id: string; title: string; owner: Who; deleted: boolean }
type Matter = { id: string; ofFirm: boolean }
type Due = { id: string; document: Document | null; matter: Matter | null }
type World = { documents: Document[]; matters: Matter[]; dues: Due[]; roles: Map<Matter, Document[]> }

const owners = ['trustee', 'newcomer', 'lawyer'] as const
const place = fc.nat(2)
const act = fc.record({
  is: fc.constantFrom('put', 'take', 'due of document', 'due of matter', 'role', 'share', 'delete', 'move'),
  document: place,
  matter: place,
})

const trust = (ofFirm: boolean) => ({
  ...{ name: 'Quill Trust', kind: 'family_trust' },
  organizationId: ofFirm ? firm : null,
})
const send = (method: string, url: string, body?: object) =>
  app.call(people.trustee, method, `/api/${url}`, body)

async function perform(world: World, { is, ...at }: { is: string; document: number; matter: number }) {
  const [document, matter] = [world.documents[at.document], world.matters[at.matter]]
  if (!document || !matter) throw new Error('No such thing')
  const documentIds = [document.id]
  const due = { kind: 'other', title: 'Due', dueOn: '2031-01-01' }
  const add = async (of: Omit<Due, 'id'>) => {
    const body = { ...due, matterId: of.matter?.id ?? null, documentId: of.document?.id ?? null }
    const answer = await send('POST', 'due-dates', body)
    if (answer.statusCode === 201) world.dues.push({ id: answer.json().dueDate.id, ...of })
    return answer
  }
  switch (is) {
    case 'put':
      return send('POST', `matters/${matter.id}/documents`, { documentIds })
    case 'take':
      return send('POST', `matters/${matter.id}/documents/remove`, { documentIds })
    case 'due of document':
      return add({ document, matter })
    case 'due of matter':
      return add({ document: null, matter })
    case 'role': {
      const party = { kind: 'person', name: 'Ann Quill' }
      const body = { role: 'trustee', party, from: { day: '2001-01-01', document: document.id } }
      const answer = await send('POST', `matters/${matter.id}/roles`, body)
      if (answer.statusCode === 201) world.roles.set(matter, [...(world.roles.get(matter) ?? []), document])
      return answer
    }
    case 'share':
      return send('POST', `documents/${document.id}/access`, { email: people.reader.email })
    case 'delete': {
      const answer = document.deleted
        ? await send('POST', `documents/${document.id}/restore`)
        : await send('DELETE', `documents/${document.id}`)
      if (answer.statusCode === 200) document.deleted = !document.deleted
      return answer
    }
    default: {
      const { updatedAt } = (await send('GET', `matters/${matter.id}`)).json().matter
      matter.ofFirm = !matter.ofFirm
      return send('PUT', `matters/${matter.id}`, { ...trust(matter.ofFirm), updatedAt })
    }
  }
}

const seesMatter = (who: Who, { ofFirm }: Matter) => who === 'trustee' || (who === 'head' && ofFirm)
/** Tells whether a person answers for a document: they handle all, own it, or are the Org Admin of its owner. */
const answersFor = (who: Who, { owner, deleted }: Document) =>
  !deleted && (who === 'trustee' || who === owner || (who === 'head' && owner === 'lawyer'))
const seesDue = (who: Who, { document, matter }: Due) =>
  document ? answersFor(who, document) : matter !== null && seesMatter(who, matter)

async function check(world: World, who: Who): Promise<void> {
  const person = people[who]
  const read = async <T>(url: string): Promise<T | null> => {
    const answer = await app.call(person, 'GET', `/api/${url}`)
    return answer.statusCode === 200 ? answer.json<T>() : null
  }
  const listed = await read<{ dueDates: { id: string; matter: { id: string } | null }[] }>(
    'due-dates?dueStatus=open&limit=100',
  )
  const ours = new Map(world.dues.map((due) => [due.id, due]))
  const found = (listed?.dueDates ?? []).filter(({ id }) => ours.has(id))
  const wanted = world.dues.filter((due) => seesDue(who, due)).map(({ id }) => id)
  expect([who, found.map(({ id }) => id).sort()]).toEqual([who, wanted.sort()])
  for (const { id, matter } of found) {
    const of = ours.get(id)?.matter
    if (matter && of) expect([who, seesMatter(who, of)]).toEqual([who, true])
  }
  for (const matter of world.matters) {
    const seen = seesMatter(who, matter)
    expect([who, (await read(`matters/${matter.id}`)) !== null]).toEqual([who, seen])
    const parties = await app.call(person, 'GET', `/api/matters/${matter.id}/roles`)
    expect([who, parties.statusCode === 200]).toEqual([who, seen])
    for (const { title, ...document } of world.roles.get(matter) ?? [])
      if (!answersFor(who, { ...document, title, deleted: false })) expect(parties.body).not.toContain(title)
  }
}

test('no order of what is done shows a matter, a party or a date to whom it is hidden', async () => {
  let done = 0
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 14 }), async (acts) => {
      const world: World = { documents: [], matters: [], dues: [], roles: new Map() }
      for (const owner of owners) {
        const title = `Deed ${crypto.randomUUID()}`
        const { id } = await upload(app, people[owner], { title })
        world.documents.push({ id, title, owner, deleted: false })
      }
      for (const ofFirm of [true, false, true])
        world.matters.push({ id: (await send('POST', 'matters', trust(ofFirm))).json().matter.id, ofFirm })
      for (const one of acts) {
        const answer = await perform(world, one)
        expect([one.is, answer.statusCode < 500]).toEqual([one.is, true])
        if (answer.statusCode < 300) done++
      }
      for (const who of Object.keys(people) as Who[]) await check(world, who)
      // What was written down in this round is out of the way of the next one's page.
      for (const { id } of world.dues) await send('POST', `due-dates/${id}/not-needed`, { reason: 'Done' })
    }),
    { numRuns: 12 },
  )
  expect(done).toBeGreaterThan(20)
})
