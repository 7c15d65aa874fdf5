import { aboutEntry, type EntryKind, type MovementKind } from './custody-terms.ts'

/* The place of a packet, told by its entries alone (ADR 80). Pure, for the server, the screens and the proofs. */

/** An entry as far as it says where the packet is. */
export type Entry = {
  id: string
  /** Place among the entries of its packet, counted from 1 in the order in which they were recorded. */
  number: number
  kind: EntryKind
  at: string
  /** The person in the practice who holds it from then on; null where it is out. */
  holderId: string | null
  placeId: string | null
  /** The person outside the practice: who has it, brought it, or from whom it came. */
  outside: string
  expectedOn: string | null
  /** The entry that this one corrects, in whose place it stands. */
  corrects: string | null
  /** State: there never was what the corrected entry said. */
  never: boolean
}

/** An entry that holds, with the time of the one that was recorded first in its place. */
export type Standing<E extends Entry = Entry> = { entry: E; place: number; since: string }

/**
 * The entries that hold, in order: each as its last correction says, in the place of the one that was corrected first. What never was is left out.
 */
export function standing<E extends Entry>(entries: readonly E[]): Standing<E>[] {
  const correctionOf = new Map(entries.flatMap((entry) => (entry.corrects ? [[entry.corrects, entry]] : [])))
  return entries
    .filter(({ corrects }) => corrects === null)
    .sort((a, b) => a.number - b.number)
    .flatMap((first) => {
      let entry = first
      for (let next = correctionOf.get(entry.id); next; next = correctionOf.get(entry.id)) entry = next
      return entry.never ? [] : [{ entry, place: first.number, since: first.at }]
    })
}

/** The entry that says where the packet is, or was at a time. */
export const whereabouts = <E extends Entry>(entries: readonly E[], at?: string): Standing<E> | undefined =>
  standing(entries).findLast(
    ({ entry, since }) => aboutEntry(entry.kind).moves && (at === undefined || since <= at),
  )

/** A stretch of time in which a packet was in one hand and place. */
export type Stretch<E extends Entry = Entry> = Standing<E> & { until: string | null }

/** Holders of the packet: every stretch that touches the time from `from` to before `to`. */
export function heldBetween<E extends Entry>(entries: readonly E[], from: string, to: string): Stretch<E>[] {
  const moves = standing(entries).filter(({ entry }) => aboutEntry(entry.kind).moves)
  return moves
    .map((move, index) => ({ ...move, until: moves[index + 1]?.since ?? null }))
    .filter(({ since, until }) => since < to && (until === null || until > from))
}

/** A move of an original: each of both packets has an entry of it. */
export type Move = { packetId: string; number: number; otherPacketId: string; at: string }

/** A time that an original was in a packet; null: since it was put in, or until now. */
export type Stay = { packetId: string; from: string | null; until: string | null }

/** The packets in which an original was, the first one first, told backwards from the packet in which it is. */
export function staysOf(packetId: string, moves: readonly Move[]): Stay[] {
  const left = Map.groupBy(
    moves.toSorted((a, b) => a.number - b.number),
    (move) => move.packetId,
  )
  const stays: Stay[] = []
  let here = { packetId, until: null as string | null }
  for (;;) {
    const came = left.get(here.packetId)?.pop()
    stays.unshift({ ...here, from: came?.at ?? null })
    if (!came) return stays
    left.get(came.otherPacketId)?.pop()
    here = { packetId: came.otherPacketId, until: came.at }
  }
}

/** State of a packet, by the entry that says where it is. */
export const stateOf = (
  { kind, expectedOn }: Pick<Entry, 'kind' | 'expectedOn'>,
  today: string,
): 'held' | 'out' | 'overdue' | 'given_back' =>
  kind !== 'out' ? 'held' : expectedOn === null ? 'given_back' : expectedOn < today ? 'overdue' : 'out'

/** Person who wants to make an entry. */
export type Mover = { id: string; isAdministrator: boolean }

/**
 * Tells why a person may not make an entry; null if they may. Whoever keeps matters may sight a packet and take one in; nobody but the holder of record
 * does anything else with it, but an administrator takes over from somebody whose account is deactivated.
 */
export function whyNot(
  kind: MovementKind,
  now: Pick<Entry, 'kind' | 'holderId'>,
  mover: Mover,
  holderIsGone: boolean,
): 'packet-out' | 'packet-in' | 'packet-not-yours' | 'packet-holder-here' | null {
  const out = now.kind === 'out'
  if (kind === 'in') return out ? null : 'packet-in'
  if (out) return 'packet-out'
  if (kind === 'sighted') return null
  if (kind === 'taken_over')
    return mover.isAdministrator && holderIsGone && now.holderId !== mover.id ? null : 'packet-holder-here'
  return now.holderId === mover.id ? null : 'packet-not-yours'
}
