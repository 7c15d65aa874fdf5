import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Entry,
  heldBetween,
  type Move,
  standing,
  stateOf,
  staysOf,
  whereabouts,
  whyNot,
} from './custody-rules.ts'
import {
  aboutEntry,
  type EntryKind,
  entryKindNames,
  packetNumber,
  readPacketNumber,
} from './custody-terms.ts'

const kinds = entryKindNames.filter((kind) => kind !== 'received')
const act = fc.oneof(
  fc.record({
    is: fc.constant('add' as const),
    kind: fc.constantFrom(...kinds),
    holder: fc.nat(3),
    place: fc.nat(3),
  }),
  fc.record({
    is: fc.constantFrom('correct' as const, 'never' as const),
    of: fc.nat(30),
    holder: fc.nat(3),
    place: fc.nat(3),
  }),
)
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
const blank = { outside: '', expectedOn: null, corrects: null, never: false }

/**
 * The oracle: a sheet of paper on which each correction is written over the line that it corrects. It knows the lines only, and no chain of entries.
 */
type Line = { id: string; kind: EntryKind; holderId: string; placeId: string; at: string; struck: boolean }

test('a packet’s whereabouts under any order of movements and corrections by several people', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 25 }), fc.infiniteStream(fc.nat(1_000)), (acts, shuffle) => {
      const first = {
        id: 'e1',
        number: 1,
        kind: 'received' as const,
        at: at(1),
        holderId: 'p0',
        placeId: 'q0',
      }
      const entries: Entry[] = [{ ...first, ...blank }]
      const sheet: Line[] = [{ ...first, struck: false }]
      for (const { holder, place, ...one } of acts) {
        const number = entries.length + 1
        const said = { holderId: `p${holder}`, placeId: `q${place}` }
        const entry = { id: `e${number}`, number, at: at(number), ...said }
        if (one.is === 'add') {
          entries.push({ ...blank, ...entry, kind: one.kind })
          sheet.push({ ...entry, kind: one.kind, struck: false })
          continue
        }
        const line = sheet[one.of % sheet.length]
        // The first line says that the packet is here at all, and what is struck out stays so.
        if (!line || line.struck || (one.is === 'never' && line === sheet[0])) continue
        const never = one.is === 'never'
        entries.push({ ...blank, ...entry, kind: line.kind, corrects: line.id, never })
        Object.assign(line, { id: entry.id, ...said, struck: never })
      }
      const told = [...entries].sort(() => ((shuffle.next().value ?? 0) % 3) - 1)
      const moves = sheet.filter(({ kind, struck }) => !struck && aboutEntry(kind).moves)
      const last = moves.at(-1)
      expect(whereabouts(told)).toMatchObject({
        entry: { id: last?.id, holderId: last?.holderId, placeId: last?.placeId },
        since: last?.at,
      })
      expect(standing(told).map(({ entry }) => entry.id)).toEqual(
        sheet.filter(({ struck }) => !struck).map(({ id }) => id),
      )
      // At each minute exactly one stretch has it, which is the last line that was begun by then.
      for (let minute = 1; minute <= entries.length; minute++) {
        const then = moves.findLast((line) => line.at <= at(minute))
        expect(whereabouts(told, at(minute))?.entry.id).toBe(then?.id)
        const held = heldBetween(told, at(minute), at(minute + 1))
        expect(held.map(({ entry }) => entry.id)).toEqual([then?.id])
      }
    }),
  )
})

test('nobody but the holder of record hands a packet on, whoever it is and whatever they try', () => {
  const person = fc.constantFrom('a', 'b', 'c')
  fc.assert(
    fc.property(
      fc.constantFrom('placed', 'handed', 'out', 'sealed', 'in', 'sighted', 'taken_over'),
      fc.record({
        out: fc.boolean(),
        holder: person,
        by: person,
        administrator: fc.boolean(),
        gone: fc.boolean(),
      }),
      (kind, { out, holder, by, administrator, gone }) => {
        const now = { kind: out ? ('out' as const) : ('handed' as const), holderId: out ? null : holder }
        const may = whyNot(kind, now, { id: by, isAdministrator: administrator }, gone) === null
        const wanted =
          kind === 'in'
            ? out
            : !out &&
              (kind === 'sighted' ||
                (kind === 'taken_over' ? administrator && gone && by !== holder : by === holder))
        expect(may).toBe(wanted)
      },
    ),
  )
})

test('a packet is out until its day has passed, then overdue, and given back where no day is expected', () => {
  expect(stateOf({ kind: 'handed', expectedOn: null }, '2026-12-03')).toBe('held')
  expect(stateOf({ kind: 'out', expectedOn: '2026-12-03' }, '2026-12-03')).toBe('out')
  expect(stateOf({ kind: 'out', expectedOn: '2026-12-03' }, '2026-12-04')).toBe('overdue')
  expect(stateOf({ kind: 'out', expectedOn: null }, '2030-01-01')).toBe('given_back')
})

test('the number of a packet is read as typed, as printed and from an address', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999 }), (number) => {
      const printed = packetNumber(number)
      for (const text of [printed, printed.toLowerCase(), `p ${number}`, ` ${number} `])
        expect(readPacketNumber(text)).toBe(number)
      expect(readPacketNumber(`https://deedbox.example/custody/packets/${printed}`)).toBe(number)
    }),
  )
  for (const text of ['', 'P-', 'P-0', 'Q-12', 'P-12a', 'https://deedbox.example/', '12 34'])
    expect([text, readPacketNumber(text)]).toEqual([text, null])
})

test('the packets of an original are told from the entries of its moves in any order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(3), { maxLength: 12 }), fc.nat(), (walk, seed) => {
      // The oracle: the walk itself.
      const packets = walk.filter((packet, index) => packet !== walk[index - 1])
      const count = new Map<number, number>()
      const entry = (packet: number, other: number, minute: number): Move => {
        count.set(packet, (count.get(packet) ?? 0) + 1)
        return {
          ...{ packetId: `p${packet}`, otherPacketId: `p${other}` },
          ...{ number: count.get(packet) ?? 0, at: at(minute) },
        }
      }
      const moves = packets.slice(1).flatMap((to, index) => {
        const from = packets[index] ?? 0
        return [entry(from, to, index), entry(to, from, index)]
      })
      const turned = moves.map((_, index) => moves[(index + seed) % moves.length] as Move)
      expect(staysOf(`p${packets.at(-1) ?? 0}`, turned)).toEqual(
        (packets.length > 0 ? packets : [0]).map((packet, index, all) => ({
          packetId: `p${packet}`,
          from: index === 0 ? null : at(index - 1),
          until: index === all.length - 1 ? null : at(index),
        })),
      )
    }),
  )
})
