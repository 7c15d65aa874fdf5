import { randomUUID } from 'node:crypto'
import type { WholePacket } from '@deedbox/contract/custody.ts'
import { matters, type PaperName } from './matter-list.ts'
import { papersOf } from './matters.ts'
import { paperCalled } from './parties.ts'
import { emailOf } from './practice.ts'
import type { Deed } from './sharing.ts'
import type { Stage } from './stage.ts'

type DemoPacket = {
  reference: string
  seal: string
  position: number
  from: string
  /** Originals in it, each with the paper that is its scan. */
  originals: readonly (readonly [title: string, paper?: PaperName])[]
  condition?: string
  /** State of the packet: lent and overdue, or lent. */
  lent?: 'overdue' | 'out'
  /** Person who receives and holds it, if not the trustee. */
  holder?: string
}

/** The packets of the practice, of eight of its matters. */
const packets: readonly DemoPacket[] = [
  {
    ...{ reference: '1984/014', seal: 'SC 1041', position: 1, from: 'Frances Nakamura' },
    originals: [
      ['Trust deed, engrossed', 'deed'],
      ['Deed of variation', 'variation 1991'],
    ],
    condition: 'Green ribbon, wafer seal; three staples at the left edge',
  },
  {
    ...{ reference: '2022/102', seal: 'SC 1042', position: 2, from: 'Frances Nakamura' },
    originals: [
      ['Will', 'will'],
      ['Enduring power of attorney', 'power'],
    ],
    condition: 'Two staples, no marks of clips',
  },
  {
    ...{ reference: '1986/041', seal: 'SC 1043', position: 3, from: 'Beatrice Castellano' },
    originals: [['Trust deed', 'deed']],
    lent: 'out',
  },
  {
    ...{ reference: '2026/031', seal: 'SC 1044', position: 4, from: 'The family of Arthur Taylor' },
    originals: [
      ['Will of Arthur Taylor', 'will'],
      ['Codicil', 'codicil'],
    ],
    condition: 'One staple, not removed; a pin hole at the top left corner',
    lent: 'overdue',
  },
  {
    ...{ reference: '2012/077', seal: '', position: 5, from: 'Clive Lim' },
    originals: [['Unit trust deed', 'unitDeed']],
  },
  {
    reference: '1999/063',
    seal: 'SC 1046',
    position: 6,
    from: 'Thérèse Moreau',
    originals: [['Deed of the fund', 'fundDeed']],
  },
  {
    reference: '1997/052',
    seal: 'SC 1047',
    position: 7,
    from: 'The directors',
    originals: [['Constitution'], ['Minute book']],
  },
  {
    ...{ reference: '2007/009', seal: 'SC 1048', position: 8, from: 'Gordon Petrov' },
    originals: [['Trust deed', 'deed']],
    holder: 'trustee3',
  },
]

/** Plans the custody register, and the copies that were made of what is in it. */
export function planCustody(
  { lastNight, call, dateIn }: Stage,
  deeds: readonly Deed[],
  matterIds: ReadonlyMap<string, string>,
): void {
  const received = new Map<string, WholePacket>()
  const scanOf = (reference: string, name: PaperName): Deed => {
    const matter = matters.find((one) => one.reference === reference)
    if (!matter) throw new Error(`No matter has the reference ${reference}`)
    return paperCalled(papersOf(matter, deeds), name)
  }
  lastNight(async () => {
    for (const one of packets) {
      const { reference, seal, position, from, condition = '', lent, holder = 'trustee' } = one
      const spot = { place: 'Strong room', safe: '1', shelf: 'A', position: String(position) }
      const { place } = (await call('trustee', 'POST', '/api/places', spot)).json()
      const originals = one.originals.map(([title, paper]) => ({
        ...{ title, condition, receivedFrom: from, keepStaples: condition !== '' },
        ...(paper && { documentId: scanOf(reference, paper).id }),
      }))
      const matterId = matterIds.get(reference)
      const body = { matterId, seal, outside: from, placeId: place.id, originals }
      const packet = (await call(holder, 'POST', '/api/packets', body)).json().packet as WholePacket
      const url = `/api/packets/${packet.id}/movements`
      if (lent === 'overdue')
        await call('trustee', 'POST', url, {
          ...{ kind: 'out', outside: 'Registry of the Supreme Court', reason: 'Filed for probate' },
          expectedOn: dateIn(-1),
        })
      if (lent === 'out')
        await call('trustee', 'POST', url, {
          ...{ kind: 'out', outside: 'Harbour Bank, Sydney', reason: 'To be sighted for a loan' },
          expectedOn: dateIn(12),
        })
      received.set(reference, packet)
    }
    // Half done: the first two were scanned, the others are still to be seen.
    const { stockTake } = (await call('trustee', 'POST', '/api/stock-takes', { placeIds: [] })).json()
    for (const { number: code } of [...received.values()].slice(0, 2))
      await call('trustee', 'POST', `/api/stock-takes/${stockTake.id}/scans`, { id: randomUUID(), code })
  })
  lastNight(async () => {
    const verified = (id: string) => call('trustee', 'POST', `/api/documents/${id}/copies/verified`)
    await verified(scanOf('2012/077', 'unitDeed').id)
    const cut = (await verified(scanOf('2026/031', 'codicil').id)).json().documentId
    await call('trustee', 'POST', `/api/documents/${cut}/access`, { email: emailOf('lawyer') })
    const { own } = (await call('trustee', 'GET', `/api/documents/${cut}/copies`)).json()
    const reason = 'The right edge of the scan is cut off. A new copy follows.'
    await call('trustee', 'POST', `/api/copies/${own.id}/withdraw`, { reason })
  })
  lastNight(async () => {
    const will = scanOf('2022/102', 'will').id
    const packet = received.get('2022/102')
    const originalId = packet?.contents.find(({ title }) => title === 'Will')?.id
    await call('trustee', 'POST', `/api/packets/${packet?.id}/movements`, { kind: 'sighted', originalId })
    const { sightings } = (await call('trustee', 'GET', `/api/documents/${will}/copies`)).json()
    await call('trustee', 'POST', `/api/documents/${will}/copies/certified`, {
      ...{ sightingId: sightings[0].id, stated: true },
      ...{ capacity: 'legal_practitioner', registration: 'NSW 31877' },
    })
  })
}
