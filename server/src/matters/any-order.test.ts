import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizations } from '../db/tables/accounts.ts'
import { upload } from '../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../testing/app.ts'

/* Matters, parties and dates in any order of what people do, against what was written down beside it of who may see what. */

let app: TestApp
const firm = crypto.randomUUID()
const people = {} as Record<'trustee' | 'colleague' | 'newcomer' | 'head' | 'lawyer' | 'reader', Person>
beforeAll(async () => {
  app = await startTestApp()
  const row = { id: firm, name: 'Harbour Legal', createdAt: new Date() }
  await app.services.database.db.insert(organizations).values(row)
  people.trustee = await app.person('trustee')
  people.colleague = await app.person('trustee')
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
/** Somebody who is party to a matter by a document; `death`: the evidence of their death. */
type Party = { id: string; matter: Matter; document: Document; death: Document | null }
/** An identity check, known by its reference, that may name a colleague. */
type Check = { party: Party; reference: string; named: boolean }
type World = {
  documents: Document[]
  matters: Matter[]
  dues: Due[]
  parties: Party[]
  checks: Check[]
  power: Document
}

const owners = ['trustee', 'newcomer', 'lawyer'] as const
const place = fc.nat(2)
const act = fc.record({
  is: fc.constantFrom(
    ...['put', 'take', 'due of document', 'due of matter', 'role', 'share', 'delete', 'move'],
    ...['death', 'check', 'power'],
  ),
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
      if (answer.statusCode === 201)
        world.parties.push({ id: answer.json().role.party.id, matter, document, death: null })
      return answer
    }
    case 'death': {
      const party = world.parties.find((one) => one.matter === matter && !one.death)
      if (!party) return null
      const answer = await send('POST', `parties/${party.id}/death`, {
        ...{ diedOn: '2020-01-01', document: document.id },
      })
      if (answer.statusCode === 201) party.death = document
      return answer
    }
    case 'check': {
      const party = world.parties.find((one) => one.matter === matter)
      if (!party) return null
      const [reference, named] = [crypto.randomUUID(), at.document > 0]
      const emails = named ? [people.colleague.email] : []
      const body = { checkedOn: '2020-01-01', how: 'in_person', by: 'Tess', reference, emails }
      const answer = await send('POST', `parties/${party.id}/identity-checks`, body)
      if (answer.statusCode === 201) world.checks.push({ party, reference, named })
      return answer
    }
    case 'power': {
      const party = world.parties.find((one) => one.matter === matter && !one.death)
      const access = await send('GET', `documents/${document.id}/access`)
      const grantIds = (access.statusCode === 200 ? access.json().grants : [])
        .filter(({ status }: { status: string }) => status === 'active')
        .map(({ id }: { id: string }) => id)
      if (!party || grantIds.length === 0) return null
      return send('POST', `parties/${party.id}/powers`, { document: world.power.id, grantIds })
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

const keeps = (who: Who) => who === 'trustee' || who === 'colleague'
const seesMatter = (who: Who, { ofFirm }: Matter) => keeps(who) || (who === 'head' && ofFirm)
/** Tells whether a person answers for a document: they handle all, own it, or are the Org Admin of its owner. */
const answersFor = (who: Who, { owner, deleted }: Document) =>
  !deleted && (keeps(who) || who === owner || (who === 'head' && owner === 'lawyer'))
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
  }
  await checkParties(world, who)
}

/** Papers behind parties and their deaths, identity checks and powers: on pages and in exports only for whom they are. */
async function checkParties({ parties, checks, power }: World, who: Who): Promise<void> {
  const person = people[who]
  const body = async (url: string) => (await app.call(person, 'GET', `/api/${url}`)).body
  const exports = new Map<string, string>()
  for (const what of ['parties', 'deaths', 'checks', 'powers'])
    exports.set(what, await body(`matters/export?what=${what}`))
  const all = [...exports.values()].join()
  for (const { id, matter, document, death } of parties) {
    const page = await body(`matters/${matter.id}/roles`)
    for (const one of [document, death])
      if (one && !answersFor(who, { ...one, deleted: false }))
        expect([who, `${page}${all}`.includes(one.title)]).toEqual([who, false])
    if (death && seesMatter(who, matter)) expect([who, page.includes('2020-01-01')]).toEqual([who, true])
    const told = (await app.call(person, 'GET', `/api/parties/${id}/death`)).statusCode
    expect([who, told === 200]).toEqual([who, keeps(who)])
  }
  if (!keeps(who)) expect([who, all.includes(power.title)]).toEqual([who, false])
  for (const { party, reference, named } of checks) {
    const sees = who === 'trustee' || (who === 'colleague' && named)
    const page = await body(`parties/${party.id}/identity-checks`)
    expect([who, page.includes(reference)]).toEqual([who, sees])
    expect([who, all.includes(reference)]).toEqual([who, sees])
  }
}

test('no order of what is done shows a matter, a party, a death, a check or a date to whom it is hidden', async () => {
  let done = 0
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 14 }), async (acts) => {
      const power = { title: `Power ${crypto.randomUUID()}`, owner: 'trustee' as const, deleted: false }
      const { id } = await upload(app, people.trustee, { title: power.title, kind: 'power_of_attorney' })
      const kept = { documents: [], matters: [], dues: [], parties: [], checks: [] }
      const world: World = { ...kept, power: { ...power, id } }
      for (const owner of owners) {
        const title = `Deed ${crypto.randomUUID()}`
        const { id } = await upload(app, people[owner], { title })
        world.documents.push({ id, title, owner, deleted: false })
      }
      for (const ofFirm of [true, false, true])
        world.matters.push({ id: (await send('POST', 'matters', trust(ofFirm))).json().matter.id, ofFirm })
      for (const one of acts) {
        const answer = await perform(world, one)
        if (!answer) continue
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
