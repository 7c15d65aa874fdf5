import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type Act, type Cast, counted, events, json, store } from './act.ts'
import type { Deedbox } from './deedbox.ts'

const post = async <T>({ call }: Deedbox, { trustee }: Cast, path: string, body: object): Promise<T> =>
  json<T>(await call(trustee, 'POST', `/api/${path}`, body), path)

/** Stores a short paper, of which a page is quickly drawn. */
const paper = (deedbox: Deedbox, cast: Cast) => {
  const title = `Paper-${randomUUID()}`
  return store(deedbox, cast, { title, content: `${title}\n` })
}

type Packet = {
  id: string
  number: string
  contents: { id: string; document: unknown }[]
  entries: { id: string }[]
}

/** Makes a matter with a paper; `received` makes a packet with its original and another. */
async function matterOf(deedbox: Deedbox, cast: Cast) {
  const { matter } = await post<{ matter: { id: string } }>(deedbox, cast, 'matters', {
    ...{ name: `Estate ${randomUUID()}`, kind: 'estate' },
  })
  const scan = await paper(deedbox, cast)
  await post(deedbox, cast, `matters/${matter.id}/documents`, { documentIds: [scan.id] })
  const body = {
    matterId: matter.id,
    originals: [
      { documentId: scan.id, receivedFrom: 'Ann Quill' },
      { title: 'Codicil', receivedFrom: 'Ann Quill' },
    ],
  }
  const received = async () => (await post<{ packet: Packet }>(deedbox, cast, 'packets', body)).packet
  return { matterId: matter.id, scan, body, received }
}

/** Receives a packet with two originals. */
const receive: Act = {
  name: 'receive',
  async prepare(deedbox, cast) {
    const { matterId, body } = await matterOf(deedbox, cast)
    return {
      run: () => deedbox.call(cast.trustee, 'POST', '/api/packets', body),
      async examine(acknowledged) {
        const packets = await counted(deedbox, `packets where matter_id = '${matterId}'`)
        assert(packets <= 1, 'received twice')
        if (acknowledged) assert.equal(packets, 1, 'an acknowledged packet is missing')
        const whole = `packets p join movements m on m.id = p.standing_id where p.matter_id = '${matterId}'`
        assert.equal(await counted(deedbox, whole), packets, 'a packet and where it is')
        const inside = `originals where packet_id in (select id from packets where matter_id = '${matterId}')`
        assert.equal(await counted(deedbox, inside), 2 * packets, 'a packet and its originals')
        const told = `audit_events where event = 'matter_packet_received' and details->>'matterId' = '${matterId}'`
        assert.equal(await counted(deedbox, told), packets, 'a packet and its event')
      },
    }
  },
}

/** Signs the receipt of a packet that was lent: a file, its document and its line in the register. */
const lend: Act = {
  name: 'lend',
  async prepare(deedbox, cast) {
    const { received, matterId } = await matterOf(deedbox, cast)
    const packet = await received()
    const url = `packets/${packet.id}/movements`
    const out = { kind: 'out', outside: 'A bank', reason: 'To be copied' }
    const lent = await post<{ packet: Packet }>(deedbox, cast, url, out)
    const entry = lent.packet.entries[0]?.id
    const strokes = [[10, 500].map((x) => ({ x, y: x }))]
    return {
      run: () =>
        deedbox.call(cast.trustee, 'POST', `/api/${url}/${entry}/receipt`, { signedBy: 'Ann', strokes }),
      async examine(acknowledged) {
        const found = await deedbox.rows<{ id: string }>(
          `select document_id as id from custody_papers where movement_id = '${entry}'`,
        )
        assert(found.length <= 1, 'two receipts')
        if (acknowledged) assert.equal(found.length, 1, 'an acknowledged receipt is missing')
        const stored = `documents where matter_id = '${matterId}' and title like 'Receipt of%'`
        assert.equal(await counted(deedbox, stored), found.length, 'a receipt and its document')
        for (const { id } of found) {
          const answer = await deedbox.call(cast.trustee, 'GET', `/api/documents/${id}/content`)
          assert.equal(answer?.status, 200, 'the content of a receipt')
        }
      },
    }
  },
}

/** Scans a packet in a stock-take; a phone sends the same scan again until it is answered. */
const scan: Act = {
  name: 'scan',
  async prepare(deedbox, cast) {
    const packet = await (await matterOf(deedbox, cast)).received()
    const begun = await post<{ stockTake: { id: string } }>(deedbox, cast, 'stock-takes', { placeIds: [] })
    const url = `/api/stock-takes/${begun.stockTake.id}/scans`
    const run = () => deedbox.call(cast.trustee, 'POST', url, { id, code: packet.number })
    const id = randomUUID()
    const scans = `stock_take_scans where stock_take_id = '${begun.stockTake.id}'`
    const sighted = `movements where packet_id = '${packet.id}' and kind = 'sighted'`
    const told = `audit_events where event = 'custody_scanned' and details->>'stockTakeId' = '${begun.stockTake.id}'`
    return {
      run,
      async examine(acknowledged) {
        const before = await counted(deedbox, scans)
        if (acknowledged) assert.equal(before, 1, 'an acknowledged scan is missing')
        assert.equal(await counted(deedbox, sighted), before, 'a scan and its sighting')
        assert.equal(await counted(deedbox, told), before, 'a scan and its event')
        assert.equal((await run())?.status, 200, 'a scan that is sent again')
        assert.equal(await counted(deedbox, scans), 1, 'scanned twice')
        assert.equal(await counted(deedbox, sighted), 1, 'sighted twice')
      },
    }
  },
}

/** Makes a certified copy: drawn, stored, and tied to its source and its sighting. */
const certify: Act = {
  name: 'certify',
  async prepare(deedbox, cast) {
    const { received, scan } = await matterOf(deedbox, cast)
    const packet = await received()
    const sighted = { kind: 'sighted', originalId: packet.contents.find(({ document }) => document)?.id }
    await post(deedbox, cast, `packets/${packet.id}/movements`, sighted)
    const url = `/api/documents/${scan.id}/copies`
    const { sightings } = await json<{ sightings: { id: string }[] }>(
      await deedbox.call(cast.trustee, 'GET', url),
      'the sightings',
    )
    const body = { capacity: 'legal_practitioner', registration: '1', stated: true }
    return {
      run: () =>
        deedbox.call(cast.trustee, 'POST', `${url}/certified`, { ...body, sightingId: sightings[0]?.id }),
      async examine(acknowledged) {
        const copies = await deedbox.rows<{ id: string }>(
          `select document_id as id from copies where source_id = '${scan.id}'`,
        )
        assert(copies.length <= 1, 'two copies')
        if (acknowledged) assert.equal(copies.length, 1, 'an acknowledged copy is missing')
        const drawn = `documents where copy = 'certified' and title = 'Certified copy: ${scan.title}'`
        assert.equal(await counted(deedbox, drawn), copies.length, 'a copy and its document')
        const ids = [scan.id, ...copies.map(({ id }) => id)]
        assert.equal(
          await events(deedbox, 'document_copied', ...ids),
          2 * copies.length,
          'a copy and its events',
        )
        for (const { id } of copies) {
          const answer = await deedbox.call(cast.trustee, 'GET', `/api/documents/${id}/content`)
          assert.equal(answer?.status, 200, 'the content of a copy')
        }
      },
    }
  },
}

export const actsOfCustody = [receive, lend, scan, certify]
