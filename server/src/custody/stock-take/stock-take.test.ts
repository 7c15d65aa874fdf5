import type { Place, WholePacket } from '@deedbox/contract/custody.ts'
import type { StockTake, StockTakeScan } from '@deedbox/contract/stock-takes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusal } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let trustee: Person
let other: Person
let matterId: string
beforeAll(async () => {
  app = await startTestApp()
  trustee = await app.person('trustee', { name: 'Tess Trustee' })
  other = await app.person('trustee', { name: 'Otto Other' })
  const body = { name: 'Quill Estate', kind: 'estate' }
  matterId = (await app.call(trustee, 'POST', '/api/matters', body)).json().matter.id
})
afterAll(() => app.stop())

const made = async <T>(url: string, body: object): Promise<T> => {
  const answer = await app.call(trustee, 'POST', `/api/${url}`, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const place = async (position: string) =>
  (await made<{ place: Place }>('places', { place: 'Strong room', position })).place
const receive = async (placeId: string) =>
  (
    await made<{ packet: WholePacket }>('packets', {
      ...{ matterId, placeId },
      originals: [{ title: 'Will', receivedFrom: 'Ann' }],
    })
  ).packet
const begin = async (placeIds: string[]) =>
  (await made<{ stockTake: StockTake }>('stock-takes', { placeIds })).stockTake
const scan = (to: StockTake, code: string, more: object = {}, as = trustee) =>
  app.call(as, 'POST', `/api/stock-takes/${to.id}/scans`, { id: crypto.randomUUID(), code, ...more })
const scanned = async (...given: Parameters<typeof scan>): Promise<StockTakeScan> => {
  const answer = await scan(...given)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().scan
}
type Whole = { stockTake: StockTake; scans: StockTakeScan[]; missing: { number: string }[] }
const read = async ({ id }: StockTake): Promise<Whole> =>
  (await app.call(trustee, 'GET', `/api/stock-takes/${id}`)).json()

test('a stock-take finds, misses and misplaces; each scan counts once and sights its packet', async () => {
  const [one, two] = [await place('1'), await place('2')]
  const packets = [await receive(one.id), await receive(one.id), await receive(one.id), await receive(two.id)]
  const [here, out, lost, elsewhere] = packets as [WholePacket, WholePacket, WholePacket, WholePacket]
  const lent = { kind: 'out', outside: 'A bank', reason: 'To copy' }
  await made(`packets/${out.id}/movements`, lent)
  const take = await begin([one.id])
  expect(take).toMatchObject({ places: ['Strong room, position 1'], found: 0, missing: 2 })

  // The same scan sent twice at once, and the packet scanned again by somebody else: one scan, one sighting.
  const id = crypto.randomUUID()
  const twice = await Promise.all([scanned(take, here.number, { id }), scanned(take, here.number, { id })])
  twice.push(await scanned(take, `https://x.example/custody/packets/${here.number}`, {}, other))
  expect(twice.map((each) => [each.id, each.outcome, each.by])).toEqual(
    twice.map(() => [id, 'found', 'Tess Trustee']),
  )
  const { entries } = (await app.call(trustee, 'GET', `/api/packets/${here.id}`)).json().packet as WholePacket
  expect(entries.map(({ kind }) => kind)).toEqual(['sighted', 'received'])

  expect((await scanned(take, elsewhere.number)).outcome).toBe('wrong_place')
  expect((await scanned(take, out.number)).outcome).toBe('not_expected')
  expect(await scanned(take, 'nonsense')).toMatchObject({
    outcome: 'unknown',
    packet: null,
    code: 'nonsense',
  })
  // Interrupted, and gone on with: the state is the server's.
  const half = await read(take)
  expect(half.stockTake).toMatchObject({ found: 1, wrongPlace: 1, notExpected: 1, unknown: 1, missing: 1 })
  expect(half.missing.map(({ number }) => number)).toEqual([lost.number])
  const end = () => app.call(trustee, 'POST', `/api/stock-takes/${take.id}/end`)
  expect((await end()).json().stockTake).toMatchObject({ found: 1, missing: 1, endedBy: 'Tess Trustee' })
  expect(refusal(await end())).toEqual([409, 'stock-take-ended'])
  expect(refusal(await scan(take, 'P-9'))).toEqual([409, 'stock-take-ended'])
  // Packets that were missing then stay so, wherever they turn up later; a late answer of a scan is still given.
  await made(`packets/${lost.id}/movements`, { kind: 'placed', placeId: two.id })
  expect((await read(take)).missing.map(({ number }) => number)).toEqual([lost.number])
  expect((await scanned(take, here.number, { id })).outcome).toBe('found')
  const { stockTakes } = (await app.call(trustee, 'GET', '/api/stock-takes')).json()
  expect(stockTakes[0]).toMatchObject({ id: take.id, missing: 1 })
  const head = await app.person('b2b_admin')
  expect((await app.call(head, 'GET', '/api/stock-takes')).statusCode).toBe(403)
})

test('a packet in another place than the one that is scanned is in the wrong place', async () => {
  const [one, two] = [await place('11'), await place('12')]
  const packet = await receive(one.id)
  const take = await begin([])
  expect((await scanned(take, packet.number, { placeId: two.id })).outcome).toBe('wrong_place')
})
