import { setTimeout as wait } from 'node:timers/promises'
import { toBase64 } from '@deedbox/proof/bytes.ts'
import { jsonLine } from '@deedbox/proof/evidence-format.ts'
import { meetsQuorum } from '@deedbox/proof/policy.ts'
import { tlogProofText } from '@deedbox/proof/tlog-proof.ts'
import { consistencyProof, inclusionProof, type TileReader } from '@deedbox/proof/tree.ts'
import type { Services } from '../../kernel/services.ts'
import { tileReader } from '../log/tree.ts'
import { newestHead, type SignedHead } from './heads.ts'

type Query = Pick<Services['database'], 'query'>

/** Longest time until an event is sealed under a signed head: the server that seals does so within seconds, and signs within ten more. */
const SIGNED_WITHIN_MS = 30_000

/** Time beyond a witness's turn in which a head is signed, sent and answered. */
const TURN_SECONDS = 15

/** Longest time that evidence waits for witnesses; meanwhile a byte comes now and then (`slowly`). */
const MOST_SECONDS = 90

/** Time between two looks. */
const LOOK_MS = 250

/** Tiles that are kept while proofs are made: 8 KiB each. */
const MAX_TILES = 512

/** Earlier heads that evidence leads from: each of the newest, and the last of each day before. */
const NEWEST_HEADS = 100
const DAYS_OF_HEADS = 400

/** Reads each tile of one head once: proofs of neighbours share nearly all of theirs. */
function remembered(read: TileReader): TileReader {
  const tiles = new Map<string, readonly Uint8Array[]>()
  return async (wanted) => {
    const keyOf = ({ level, index, width }: (typeof wanted)[number]) => `${level} ${index} ${width}`
    const missing = wanted.filter((tile) => !tiles.has(keyOf(tile)))
    if (tiles.size + missing.length > MAX_TILES) tiles.clear()
    const lacking = wanted.filter((tile) => !tiles.has(keyOf(tile)))
    if (lacking.length > 0) {
      const found = await read(lacking)
      for (const [at, tile] of lacking.entries()) tiles.set(keyOf(tile), found[at] ?? [])
    }
    return wanted.map((tile) => tiles.get(keyOf(tile)) ?? [])
  }
}

/** Makes the proofs of many leaves under one head, best in the order of their indexes. */
export function proverOf(database: Query, head: SignedHead): (index: number) => Promise<string> {
  const read = remembered(tileReader(database, head.origin))
  return async (index) =>
    tlogProofText({ index, hashes: await inclusionProof(index, head.size, read), checkpoint: head.note })
}

/** Head that a leaf is signed under. */
export type Signed = { head: SignedHead; index: number }

/**
 * Waits until an event is sealed and signed, by this server or the one that seals.
 * @returns the head; null where that does not happen in time
 */
export async function signedWith(
  { database, log }: Pick<Services, 'database' | 'log'>,
  eventId: number,
  signal: AbortSignal,
): Promise<Signed | null> {
  for (const until = Date.now() + SIGNED_WITHIN_MS; Date.now() < until; ) {
    signal.throwIfAborted()
    await log.signWaiting()
    const { rows } = await database.query<{ origin: string; index: number }>(
      'select origin, "index" from log_leaves where event_id = $1',
      [eventId],
    )
    const [leaf] = rows
    const head = leaf && (await newestHead(database, leaf.origin))
    if (head && leaf.index < head.size) return { head, index: Number(leaf.index) }
    await wait(LOOK_MS, undefined, { signal })
  }
  return null
}

/**
 * Waits until a head that has the leaf is cosigned by the quorum of the witnesses, as long as those that answer could still meet it.
 * @returns the head, or else the one that most of them cosigned; the newest of several
 */
export async function cosignedHead(
  { config, database, log }: Pick<Services, 'config' | 'database' | 'log'>,
  { head, index }: Signed,
  signal: AbortSignal,
): Promise<SignedHead> {
  const { witnesses, witnessSeconds } = config
  if (!witnesses) return head
  const { all, policy } = witnesses
  const waitMs = 1_000 * Math.min(witnessSeconds + TURN_SECONDS, MOST_SECONDS)
  for (const until = Date.now() + waitMs; ; ) {
    signal.throwIfAborted()
    await log.askWitnesses()
    const { rows } = await database.query<{ size: number; keys: string[] }>(
      `select size, array_agg(distinct s.verifier_key) as keys from log_cosignatures s
       where s.origin = $1 and size > $2 and s.verifier_key = any($3) group by size order by size desc`,
      [head.origin, index, all.map(({ key }) => key)],
    )
    const { rows: away } = await database.query<{ key: string }>(
      'select verifier_key as key from log_witnesses where fault is not null',
    )
    const isAway = new Set(away.map(({ key }) => key))
    const namesOf = (isIn: (key: string) => boolean) =>
      new Set(all.filter(({ key }) => isIn(key)).map(({ name }) => name))
    const most = rows.reduce<(typeof rows)[number] | null>(
      (best, row) => (best && best.keys.length >= row.keys.length ? best : row),
      null,
    )
    const best = rows.find(({ keys }) =>
      meetsQuorum(
        policy,
        namesOf((key) => keys.includes(key)),
      ),
    )
    const mayCome = meetsQuorum(
      policy,
      namesOf((key) => !isAway.has(key) || most?.keys.includes(key) === true),
    )
    if (best || !mayCome || Date.now() > until)
      return (await newestHead(database, head.origin, (best ?? most)?.size)) ?? head
    await wait(LOOK_MS, undefined, { signal })
  }
}

/** Yields earlier heads of a log with the way from each to this one, as lines. */
export async function* earlierLines(database: Query, head: SignedHead): AsyncGenerator<string> {
  const { rows } = await database.query<{ size: number; note: string }>(
    `select size, note from (
       (select size, note from log_checkpoints where origin = $1 and size < $2 order by size desc limit ${NEWEST_HEADS})
       union
       (select size, note from (select distinct on (date_trunc('day', at)) size, note, at from log_checkpoints
          where origin = $1 and size < $2 order by date_trunc('day', at) desc, size desc limit ${DAYS_OF_HEADS}) days)
     ) heads where size > 0 order by size`,
    [head.origin, head.size],
  )
  const read = remembered(tileReader(database, head.origin))
  for (const { size, note } of rows)
    yield jsonLine({
      checkpoint: note,
      proof: (await consistencyProof(Number(size), head.size, read)).map(toBase64),
    })
}
