import type { WholePacket } from '@deedbox/contract/custody.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizations } from '../db/tables/accounts.ts'
import { pdfOf, upload } from '../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../testing/app.ts'

/* Packets, copies, releases and requests to inspect, in any order of what people do: every secret word, and who may read it anywhere. */

let app: TestApp
const firm = crypto.randomUUID()
const people = {} as Record<
  'trustee' | 'newcomer' | 'head' | 'lawyer' | 'owner' | 'reader' | 'nominee',
  Person
>
type Who = keyof typeof people
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMIT_FACTOR: '1000' })
  const row = { id: firm, name: 'Harbour Legal', createdAt: new Date() }
  await app.services.database.db.insert(organizations).values(row)
  people.trustee = await app.person('trustee')
  people.newcomer = await app.person('trustee', { confirmedAt: null })
  people.head = await app.person('b2b_admin', { organizationId: firm })
  people.lawyer = await app.person('requestor', { organizationId: firm })
  for (const who of ['owner', 'reader', 'nominee'] as const) people[who] = await app.person('requestor')
})
afterAll(() => app.stop())

type Document = { id: string; owner: 'owner' | 'lawyer'; readers: Set<Who>; matter: Matter | null }
/** A copy; `matter`: that of its source when it was made, in which the copy stays. */
type Copy = {
  id: string
  documentId: string
  of: Document
  matter: Matter | null
  readers: Set<Who>
  withdrawn: boolean
}
/** A matter; `wasOfFirm`: it belonged to the firm at any time, and what happened then stays in the trail that the firm's Org Admin reads. */
type Matter = { id: string; name: string; ofFirm: boolean; wasOfFirm: boolean }
type Packet = { id: string; number: string; matter: Matter; out: boolean }
type Nomination = { id: string; nominee: string; of: Document; asked: boolean }
/** A word that stands in one place only; `may`: who is also free to read it, `trail`: who is so in the trail. */
type Secret = { what: string; word: string; must: () => Who[]; may?: () => Who[]; trail?: () => Who[] }
type World = {
  documents: Document[]
  matters: Matter[]
  packets: Packet[]
  copies: Copy[]
  nominations: Nomination[]
  secrets: Secret[]
}

const everyone = () => Object.keys(people) as Who[]
const seesMatter = ({ ofFirm }: Matter): Who[] => (ofFirm ? ['trustee', 'head'] : ['trustee'])
const answersFor = ({ owner }: Document): Who[] =>
  owner === 'lawyer' ? ['trustee', 'lawyer', 'head'] : ['trustee', 'owner']

const call = (method: string, url: string, body?: object, as = people.trustee) =>
  app.call(as, method, `/api/${url}`, body)
const secret = (what: string) => `${what} ${crypto.randomUUID()}`

const acts = [
  'move matter',
  // Documents are in a matter at first.
  'take',
  'put',
  'share',
  'copy',
  'share copy',
  'withdraw',
  'lend',
  'back',
] as const
const others = ['nominate', 'ask', 'evidence', 'stop', 'inspect', 'give'] as const
const act = fc.record({ is: fc.constantFrom(...acts, ...others), n: fc.nat(1) })
type Act = { is: (typeof acts | typeof others)[number]; n: number }

/** Does one thing, if it can be done now, and writes down who may read what by it. */
async function perform(world: World, { is, n }: Act) {
  const [document, matter, packet] = [world.documents[n], world.matters[n], world.packets[n]]
  if (!document || !matter || !packet) throw new Error('No such thing')
  const copy = world.copies.find(({ of }) => of === document)
  const nomination = world.nominations.find(({ of }) => of === document)
  const tell = (what: string, must: () => Who[], more: Pick<Secret, 'may' | 'trail'> = {}) => {
    const word = secret(what)
    world.secrets.push({ what, word, must, ...more })
    return word
  }
  const tellOfPacket = (what: string) => {
    const then = seesMatter(packet.matter)
    return tell(what, () => seesMatter(packet.matter), { trail: () => then })
  }
  switch (is) {
    case 'move matter': {
      const { updatedAt } = (await call('GET', `matters/${matter.id}`)).json().matter
      matter.ofFirm = !matter.ofFirm
      matter.wasOfFirm ||= matter.ofFirm
      const organizationId = matter.ofFirm ? firm : null
      const body = { name: matter.name, kind: 'family_trust', organizationId, updatedAt }
      return call('PUT', `matters/${matter.id}`, body)
    }
    case 'put':
    case 'take': {
      const path = is === 'put' ? 'documents' : 'documents/remove'
      const answer = await call('POST', `matters/${matter.id}/${path}`, { documentIds: [document.id] })
      if (answer.statusCode < 300 && is === 'put') document.matter = matter
      else if (answer.statusCode < 300 && document.matter === matter) document.matter = null
      return answer
    }
    case 'share': {
      const answer = await call('POST', `documents/${document.id}/access`, { email: people.reader.email })
      if (answer.statusCode < 300) document.readers.add('reader')
      return answer
    }
    case 'copy': {
      if (copy) return null
      const answer = await call('POST', `documents/${document.id}/copies/verified`)
      const { documentId } = answer.json()
      const { own } = (await call('GET', `documents/${documentId}/copies`)).json()
      const { matter } = document
      world.copies.push({
        ...{ id: own.id, documentId, of: document, matter, readers: new Set(), withdrawn: false },
      })
      return answer
    }
    case 'share copy': {
      if (!copy) return null
      const answer = await call('POST', `documents/${copy.documentId}/access`, {
        email: people.nominee.email,
      })
      if (answer.statusCode < 300) copy.readers.add('nominee')
      return answer
    }
    case 'withdraw': {
      if (!copy || copy.withdrawn) return null
      copy.withdrawn = true
      const reason = tell('Reason', () => [...answersFor(document), ...copy.readers])
      return call('POST', `copies/${copy.id}/withdraw`, { reason })
    }
    case 'lend': {
      if (packet.out) return null
      packet.out = true
      const outside = tellOfPacket('Bank')
      return call('POST', `packets/${packet.id}/movements`, { kind: 'out', outside, reason: 'To copy' })
    }
    case 'back': {
      if (!packet.out) return null
      packet.out = false
      const outside = tellOfPacket('Courier')
      return call('POST', `packets/${packet.id}/movements`, { kind: 'in', outside, condition: 'Good' })
    }
    case 'nominate': {
      if (nomination) return null
      const onBehalfOf = tell('Client', () => [...answersFor(document), 'nominee'])
      const body = {
        ...{ documentId: document.id, waitDays: 90, lastsDays: 30, evidence: 'A certificate' },
        ...{ onBehalfOf, instructionId: document.id },
      }
      const nominees = [{ email: people.nominee.email, name: 'Nora' }]
      const answer = await call('POST', 'nominations', { ...body, nominees }, people[document.owner])
      const made = answer.json().nomination
      const nominee = made.nominees[0].id
      await call('POST', `nominated/${nominee}/accept`, undefined, people.nominee)
      world.nominations.push({ id: made.id, nominee, of: document, asked: false })
      return answer
    }
    case 'ask': {
      if (!nomination || nomination.asked) return null
      nomination.asked = true
      const message = tell('Message', () => answersFor(document), { may: () => ['nominee'] })
      return call('POST', `nominated/${nomination.nominee}/ask`, { message }, people.nominee)
    }
    case 'evidence': {
      if (!nomination?.asked) return null
      const name = tell('Evidence', () => answersFor(document), { may: () => ['nominee'] })
      const url = `nominated/${nomination.nominee}/evidence?fileName=${encodeURIComponent(name)}.txt`
      return app.call(people.nominee, 'POST', `/api/${url}`, undefined, {
        ...{ payload: 'Certificate of death', headers: { 'content-type': 'text/plain' } },
      })
    }
    case 'stop': {
      if (!nomination?.asked) return null
      nomination.asked = false
      const reason = tell('Veto', () => answersFor(document), { may: () => ['nominee'] })
      return call('POST', `nominations/${nomination.id}/stop`, { reason }, people[document.owner])
    }
    case 'inspect': {
      const { started, grounds } = (await app.call(null, 'GET', '/api/inspections/form')).json()
      app.shift(10_000)
      const deceased = tell('Deceased', () => ['trustee'])
      const from = { name: 'Sid', email: `${crypto.randomUUID()}@stranger.example`, message: 'Please' }
      return app.call(null, 'POST', '/api/inspections', {
        ...{ ...from, deceased, started, groundId: grounds[0].id },
      })
    }
    case 'give': {
      const { inspections } = (await call('GET', 'inspections')).json()
      const open = inspections.find(({ decided }: { decided: unknown }) => !decided)
      if (!open) return null
      const note = tell('Note', () => ['trustee'])
      const given = { documentIds: [document.id], accessLevel: 'view', expiresOn: '2031-01-01', note }
      return call('POST', `inspections/${open.id}/give`, given)
    }
  }
}

/** All that a person can read of a world, by where they read it. */
async function allReadBy(who: Who, world: World): Promise<Map<string, string>> {
  const documentIds = [...world.documents.map(({ id }) => id), ...world.copies.map((one) => one.documentId)]
  const urls = [
    ...['documents', 'packets', 'nominations', 'matters', 'access', 'audit/events', 'audit'].map(
      (list) => `${list}?limit=100`,
    ),
    ...['nominated', 'inspections', 'stock-takes', 'dashboard', 'dashboard/trustee', 'waiting/today'],
    'search?text=Quill',
    ...documentIds.flatMap((id) => [
      ...['', '/originals', '/copies', '/access', '/history'].map((part) => `documents/${id}${part}`),
      `nominations?document=${id}`,
    ]),
    ...world.packets.flatMap(({ id, number }) => [`packets/${id}`, `packets/by-number?number=${number}`]),
    ...world.matters.flatMap(({ id }) => [`matters/${id}`, `packets?matter=${id}`, `documents?matter=${id}`]),
    ...world.nominations.map(({ id }) => `nominations/${id}`),
  ]
  const answers = await Promise.all(
    urls.map(async (url) => ({ url, answer: await call('GET', url, undefined, people[who]) })),
  )
  expect(answers.filter(({ answer }) => answer.statusCode >= 500)).toEqual([])
  return new Map(
    answers.flatMap(({ url, answer }) => (answer.statusCode === 200 ? [[url, answer.body]] : [])),
  )
}

const isTrail = (url: string) => url.startsWith('audit') || url.endsWith('/history')

async function newWorld(): Promise<World> {
  const world: World = {
    ...{ documents: [], matters: [], packets: [], copies: [], nominations: [], secrets: [] },
  }
  for (const owner of ['owner', 'lawyer'] as const) {
    const title = secret('Deed of Quill')
    const { id } = await upload(app, people[owner], { title, fileName: 'deed.pdf' }, await pdfOf('Deed'))
    await call('POST', 'documents/confirm', { documentIds: [id] })
    const document: Document = { id, owner, readers: new Set(), matter: null }
    world.documents.push(document)
    const ofCopy = () => world.copies.filter(({ of }) => of === document).flatMap((one) => [...one.readers])
    // The title of a copy has that of its source.
    const must = () => [...answersFor(document), ...document.readers, ...ofCopy()]
    world.secrets.push({ what: 'Title', word: title.slice(-36), must })

    const name = secret('Trust of Quill')
    const ofFirm = owner === 'lawyer'
    const organizationId = ofFirm ? firm : null
    const { matter } = (await call('POST', 'matters', { name, kind: 'family_trust', organizationId })).json()
    const kept: Matter = { id: matter.id, name, ofFirm, wasOfFirm: ofFirm }
    // The history of a document names the matter in which it was.
    const trail = (): Who[] => [...answersFor(document), ...(kept.wasOfFirm ? (['head'] as const) : [])]
    const byFirm = (): Who[] => (kept.wasOfFirm ? ['head'] : [])
    world.matters.push(kept)
    // People who answer for a document are told the name of its matter, and nothing else of it.
    const may = () =>
      [...world.documents, ...world.copies.map(({ of, matter }) => ({ ...of, matter }))]
        .filter((one) => one.matter === kept)
        .flatMap(answersFor)
    world.secrets.push({ what: 'Matter', word: name.slice(-36), must: () => seesMatter(kept), may, trail })
    document.matter = kept
    await call('POST', `matters/${matter.id}/documents`, { documentIds: [id] })
    const seal = secret('S')
    const originals = [{ documentId: id, receivedFrom: 'Ann Quill' }]
    const answer = await call('POST', 'packets', { matterId: matter.id, seal, originals })
    expect(answer.statusCode, answer.body).toBe(201)
    const { packet } = answer.json<{ packet: WholePacket }>()
    world.packets.push({ id: packet.id, number: packet.number, matter: kept, out: false })
    world.secrets.push({ what: 'Seal', word: seal, must: () => seesMatter(kept), trail: byFirm })
  }
  return world
}

test('no order of what is done shows a word of a packet, a copy, a release or a request to inspect to whom it is hidden', async () => {
  const done = new Map<string, number>()
  let hidden = 0
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 24 }), async (chosen) => {
      const world = await newWorld()
      for (const one of chosen) {
        const answer = await perform(world, one)
        if (answer)
          expect([one.is, answer.statusCode < 500, answer.body]).toEqual([one.is, true, answer.body])
        if (answer && answer.statusCode < 300) done.set(one.is, (done.get(one.is) ?? 0) + 1)
      }
      for (const who of everyone()) {
        const read = await allReadBy(who, world)
        for (const { what, word, must, may, trail } of world.secrets) {
          const free = must().includes(who)
          if (!free && may?.().includes(who)) continue
          const skip = !free && trail?.().includes(who) === true
          const found = [...read].filter(([url, body]) => body.includes(word) && !(skip && isTrail(url)))
          const [where] = found[0] ?? [null]
          expect([who, what, where]).toEqual([who, what, free ? expect.any(String) : null])
          if (!free) hidden++
        }
      }
    }),
    {
      // Each run reads some 300 pages.
      numRuns: 3,
      // Once all of it happens.
      examples: [[[...acts, ...others].flatMap((is) => [0, 1].map((n) => ({ is, n })))]],
    },
  )
  for (const is of [...acts, ...others]) expect([is, done.get(is) ?? 0]).not.toEqual([is, 0])
  expect(hidden).toBeGreaterThan(50)
})
