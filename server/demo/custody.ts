import { randomUUID } from 'node:crypto'
import type { WholePacket } from '@deedbox/contract/custody.ts'
import { startOfDay } from '../src/platform/days.ts'
import type { Stage } from './stage.ts'

type DemoPacket = {
  reference: string
  seal: string
  position: number
  from: string
  titles: readonly string[]
  condition?: string
  /** State of the packet: lent and overdue, or lent. */
  lent?: 'overdue' | 'out'
}

/** The packets of the practice, of eight of its matters. */
const packets: readonly DemoPacket[] = [
  {
    ...{ reference: '1984/014', seal: 'SC 1041', position: 1, from: 'Frances Nakamura' },
    titles: ['Trust deed, engrossed', 'Deed of variation'],
    condition: 'Green ribbon, wafer seal; three staples at the left edge',
  },
  {
    ...{ reference: '2022/102', seal: 'SC 1042', position: 2, from: 'Frances Nakamura' },
    titles: ['Will', 'Enduring power of attorney'],
    condition: 'Two staples, no marks of clips',
  },
  {
    ...{ reference: '1986/041', seal: 'SC 1043', position: 3, from: 'Beatrice Castellano' },
    titles: ['Trust deed'],
    lent: 'out',
  },
  {
    ...{ reference: '2026/031', seal: 'SC 1044', position: 4, from: 'The family of Arthur Taylor' },
    titles: ['Will of Arthur Taylor', 'Codicil'],
    condition: 'One staple, not removed; a pin hole at the top left corner',
    lent: 'overdue',
  },
  { reference: '2012/077', seal: '', position: 5, from: 'Clive Lim', titles: ['Unit trust deed'] },
  {
    reference: '1999/063',
    seal: 'SC 1046',
    position: 6,
    from: 'Thérèse Moreau',
    titles: ['Deed of the fund'],
  },
  {
    reference: '1997/052',
    seal: 'SC 1047',
    position: 7,
    from: 'The directors',
    titles: ['Constitution', 'Minute book'],
  },
  { reference: '2007/009', seal: 'SC 1048', position: 8, from: 'Gordon Petrov', titles: ['Trust deed'] },
]

/** Plans the custody register, late on the day before today, on which the matters are made. */
export function planCustody(
  { at, call, dateIn, services }: Stage,
  matterIds: ReadonlyMap<string, string>,
): void {
  const lastNight = startOfDay(dateIn(0), services.config.timeZone).getTime() - 3_600_000
  at(Math.min(0.999, (Date.now() - lastNight) / 86_400_000), async () => {
    const known: string[] = []
    for (const { reference, seal, position, from, titles, condition = '', lent } of packets) {
      const matterId = matterIds.get(reference)
      if (!matterId) throw new Error(`No matter has the reference ${reference}`)
      const spot = { place: 'Strong room', safe: '1', shelf: 'A', position: String(position) }
      const { place } = (await call('trustee', 'POST', '/api/places', spot)).json()
      const originals = titles.map((title) => ({
        ...{ title, condition, receivedFrom: from, keepStaples: condition !== '' },
      }))
      const body = { matterId, seal, outside: from, placeId: place.id, originals }
      const received = (await call('trustee', 'POST', '/api/packets', body)).json().packet as WholePacket
      const url = `/api/packets/${received.id}/movements`
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
      known.push(received.number)
    }
    // Half done: the first two were scanned, the others are still to be seen.
    const { stockTake } = (await call('trustee', 'POST', '/api/stock-takes', { placeIds: [] })).json()
    for (const code of known.slice(0, 2))
      await call('trustee', 'POST', `/api/stock-takes/${stockTake.id}/scans`, { id: randomUUID(), code })
  })
}
