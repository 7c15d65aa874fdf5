import { dayMs } from '@deedbox/contract/durations.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { upload } from '../sharing/grants/sample.testing.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { type Named, namedPerson, nominating } from './nominations/sample.testing.ts'

/* Releases in any order of calls by anyone, at any clock, against what was written down beside them of who may see what. */

let app: TestApp
let do_: ReturnType<typeof nominating>
let trustee: Named
let owner: Named
let stranger: Named
const three: Named[] = []
beforeAll(async () => {
  app = await startTestApp()
  do_ = nominating(app)
  trustee = await namedPerson(app, 'trustee', 'Tom Trustee')
  owner = await namedPerson(app, 'requestor', 'Quinn Quill')
  stranger = await namedPerson(app, 'requestor', 'Sid Stranger')
  for (const [name, role] of [
    ['Nora', 'requestor'],
    ['Ned', 'requestor'],
    ['Nils', 'b2b_admin'],
  ] as const)
    three.push(await namedPerson(app, role, name))
})
afterAll(() => app.stop())

const waitDays = 3
const lastsDays = 4
/** The person: one of all six, or, from there on, the nominee or the trustee whose act it is. */
const who = fc.nat(12)
const mostly = ['ask', 'bring', 'agree', 'wait'] as const
const rarely = ['rehearse', 'withdraw', 'decline', 'accept', 'stop', 'put', 'take', 'own'] as const
const act = fc.record({
  is: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...mostly) },
    { weight: 1, arbitrary: fc.constantFrom(...rarely) },
  ),
  nominee: fc.nat(2),
  who,
})
const by = (is: string, nominee: number, whose = 12) => ({ is, nominee, who: whose }) as never
const everything = [0, 1].flatMap((n) => [by('ask', n), by('bring', n), by('agree', n)])

const terms = fc.record({
  quorum: fc.constantFrom(null, 2),
  needsAgreement: fc.boolean(),
  evidence: fc.constantFrom('', 'A certificate of death'),
})

/** Something that a nominee asked for and that nobody stopped or took back, with what has been done for it. */
type Asked = {
  nominee: number
  at: number
  evidenceAt: number | null
  agreedAt: number | null
  named: Set<string>
}
type World = {
  nomination: string
  nominees: string[]
  matter: string
  inside: Set<string>
  documents: string[]
  asked: Asked[]
  terms: { quorum: number | null; needsAgreement: boolean; evidence: string }
}
const now = () => Date.now() + app.services.clock.shiftMs
const everybody = () => [...three, owner, trustee, stranger]

async function perform(world: World, one: { is: string; nominee: number; who: number }): Promise<number> {
  const usual = ['stop', 'put', 'take', 'own', 'agree'].includes(one.is) ? trustee : three[one.nominee]
  const as = everybody()[one.who] ?? usual
  const id = world.nominees[one.nominee] ?? ''
  if (!as) throw new Error('No such person')
  const before = now()
  const good = (status: number) => status < 300
  switch (one.is) {
    case 'ask': {
      const { statusCode } = await do_.ask(as, id)
      if (good(statusCode))
        world.asked.push({
          nominee: one.nominee,
          at: before,
          evidenceAt: world.terms.evidence === '' ? before : null,
          agreedAt: null,
          named: new Set(world.inside),
        })
      return statusCode
    }
    case 'bring': {
      const { statusCode } = await do_.bring(as, id)
      const asked = world.asked.findLast(({ nominee }) => nominee === one.nominee)
      if (good(statusCode) && asked) asked.evidenceAt ??= before
      return statusCode
    }
    case 'rehearse':
      return (await do_.ask(as, id, { rehearsal: true })).statusCode
    case 'withdraw': {
      const running = (await do_.mine(as)).find((mine) => mine.id === id)?.asked
      const { statusCode } = await do_.act(as, id, 'withdraw')
      if (good(statusCode) && !running?.release.rehearsal)
        world.asked = world.asked.filter(({ nominee }) => nominee !== one.nominee)
      return statusCode
    }
    case 'stop': {
      const { statusCode } = await do_.post(as, `nominations/${world.nomination}/stop`, { reason: 'No' })
      if (good(statusCode)) world.asked = []
      return statusCode
    }
    case 'agree': {
      const found = await do_.one(trustee, world.nomination)
      const askings = found.releases
        .filter(({ rehearsal }) => !rehearsal)
        .flatMap((release) => release.askings)
      const askingId = askings.find(({ nomineeId }) => nomineeId === id)?.id
      const { statusCode } = await do_.post(as, `nominations/${world.nomination}/agree`, { askingId })
      const asked = world.asked.findLast(({ nominee }) => nominee === one.nominee)
      if (good(statusCode) && asked) asked.agreedAt = before
      return statusCode
    }
    case 'put':
    case 'take': {
      const documentId = world.documents[one.nominee] ?? ''
      const path = one.is === 'put' ? 'documents' : 'documents/remove'
      const answer = await do_.post(as, `matters/${world.matter}/${path}`, { documentIds: [documentId] })
      if (good(answer.statusCode)) world.inside[one.is === 'put' ? 'add' : 'delete'](documentId)
      return answer.statusCode
    }
    case 'own':
      // Released access is neither extended nor given on.
      return (
        await app.call(as, 'POST', `/api/documents/${world.documents[one.nominee]}/access`, {
          email: stranger.email,
        })
      ).statusCode
    case 'wait':
      app.shift((one.nominee + 1) * 1.4 * dayMs)
      return 200
    default:
      return (await do_.act(as, id, one.is)).statusCode
  }
}

/** Ids of the documents that a person's list has. */
const listed = async (as: Named): Promise<Set<string>> => {
  const answer = await app.call(as, 'GET', '/api/documents?limit=100')
  expect(answer.statusCode, answer.body).toBe(200)
  const { documents } = answer.json()
  return new Set(documents.map(({ id }: { id: string }) => id))
}

/** Tells whether a nominee may see a document, by what was written down; `slack` is for the time that a call takes. */
function may(world: World, nominee: number, document: string, slack: number): boolean {
  const { quorum, needsAgreement } = world.terms
  const at = now() + slack
  return world.asked.some((one) => {
    if (one.nominee !== nominee || !one.named.has(document) || one.evidenceAt === null) return false
    if (needsAgreement && one.agreedAt === null) return false
    const others = quorum === null ? [one] : world.asked
    const ready = others.filter(
      (other) => other.evidenceAt !== null && (!needsAgreement || other.agreedAt !== null),
    )
    if (new Set(ready.map((other) => other.nominee)).size < (quorum ?? 1)) return false
    const since = Math.max(
      one.evidenceAt,
      ready.map((other) => other.evidenceAt ?? 0).sort((a, b) => a - b)[(quorum ?? 1) - 1] ?? 0,
    )
    // It ends with the last that it can have waited for, whoever came later.
    const last = Math.max(
      one.evidenceAt,
      ...ready.flatMap(({ evidenceAt, agreedAt }) => [evidenceAt ?? 0, agreedAt ?? 0]),
    )
    return at >= since + waitDays * dayMs && now() - slack < last + (waitDays + lastsDays) * dayMs
  })
}

test('no order of calls by anyone, at any clock, opens a release before its time, without a condition, after a veto or its end, or more than was named', async () => {
  let opened = 0
  let shut = 0
  await fc.assert(
    fc.asyncProperty(terms, fc.array(act, { minLength: 8, maxLength: 24 }), async (given, acts) => {
      const matter = (await do_.post(trustee, 'matters', { name: 'Quill', kind: 'family_trust' })).json()
        .matter.id
      const documents: string[] = []
      for (const title of ['One', 'Two', 'Three']) documents.push((await upload(app, owner, { title })).id)
      const inside = documents.slice(0, 2)
      await do_.post(trustee, `matters/${matter}/documents`, { documentIds: inside })
      const { id, nominees } = await do_.name(trustee, { matterId: matter }, three, {
        ...{ waitDays, lastsDays, ownerEmail: owner.email, instructionId: documents[0] },
        onBehalfOf: 'Edna Quill',
        ...{ ...given, how: given.quorum ? 'quorum' : 'order' },
      })
      const world: World = {
        ...{ nomination: id, nominees: nominees.map((one) => one.id), matter, documents, terms: given },
        ...{ inside: new Set(inside), asked: [] },
      }
      for (const [n, as] of three.entries()) await do_.act(as, world.nominees[n] ?? '', 'accept')
      for (const one of acts) {
        expect([one, (await perform(world, one)) < 500]).toEqual([one, true])
        const seen = await Promise.all(three.map(listed))
        for (const [n, as] of three.entries())
          for (const document of documents) {
            const sees = seen[n]?.has(document) === true
            if (sees) expect([as.name, may(world, n, document, 10_000)]).toEqual([as.name, true])
            if (sees) opened++
            else shut++
          }
      }
      await do_.post(trustee, `nominations/${id}/end`, { reason: 'The round is over' })
      const after = three.flatMap((as) => documents.map((document) => do_.sees(as, document)))
      expect((await Promise.all(after)).filter(Boolean)).toEqual([])
    }),
    {
      numRuns: 15,
      // Access begins, is stopped and begins again at least once.
      examples: [
        [
          { quorum: 2, needsAgreement: true, evidence: 'A certificate of death' },
          [
            ...[...everything, by('wait', 2), by('ask', 2), by('stop', 0, 4), ...everything, by('wait', 2)],
            ...[by('wait', 2), by('wait', 2)],
          ],
        ],
      ],
    },
  )
  expect(shut).toBeGreaterThan(100)
  expect(opened).toBeGreaterThan(5)
})
