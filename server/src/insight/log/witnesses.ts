import { toBase64 } from '@deedbox/proof/bytes.ts'
import type { Checkpoint } from '@deedbox/proof/checkpoint.ts'
import { verifierOf } from '@deedbox/proof/cosignature.ts'
import { meetsQuorum } from '@deedbox/proof/policy.ts'
import { consistencyProof, treeRoot } from '@deedbox/proof/tree.ts'
import type { Database } from '../../db/client.ts'
import type { Services } from '../../kernel/services.ts'
import type { NamedWitness } from '../../platform/witnesses.ts'
import { type Answer, cosign, isOnThisMachine, newestAt, type SignedHead } from './ask-witness.ts'
import type { KeyFolder } from './key-folder.ts'
import { currentLog } from './standing.ts'
import { tileReader } from './tree.ts'

type Query = Pick<Database, 'query'>

/** Time after the start in which nothing is signed until a quorum of witnesses has said what it knows; work never stops for it. */
const PATIENCE_MS = 5 * 60_000

/** Newest signed head of the log that is not frozen. */
async function newestSigned({ query }: Query): Promise<SignedHead | null> {
  const { rows } = await query<SignedHead>(
    `select c.origin, c.size, c.note from log_checkpoints c join log_origins o using (origin)
     where o.frozen_at is null order by c.size desc limit 1`,
  )
  return rows[0] ?? null
}

/** Takes this witness's turn: at most one head each so many seconds from all servers, and the same head again after an hour only. */
async function takesTurn(
  { query }: Query,
  { key }: NamedWitness,
  { origin, size }: SignedHead,
  seconds: number,
): Promise<{ known: number } | null> {
  const { rows } = await query<{ origin: string | null; size: number | null }>(
    `insert into log_witnesses as w (verifier_key, added_at, asked_at) values ($1, clock_timestamp(), clock_timestamp())
     on conflict (verifier_key) do update set asked_at = clock_timestamp()
     where w.asked_at <= clock_timestamp() - make_interval(secs => $4)
       and (w.origin is distinct from $2 or w.size is distinct from $3 or w.fault is not null
         or w.cosigned_at < clock_timestamp() - interval '1 hour')
     returning w.origin, w.size`,
    [key, origin, size, seconds],
  )
  const [row] = rows
  return row ? { known: row.origin === origin ? Number(row.size ?? 0) : 0 } : null
}

async function keepAnswer(
  { query }: Query,
  { key, url }: NamedWitness,
  { origin, size }: SignedHead,
  answer: Exclude<Answer, { kind: 'ahead' }>,
): Promise<void> {
  const isHere = await isOnThisMachine(url)
  if (answer.kind === 'fault')
    return void (await query('update log_witnesses set fault = $2, is_here = $3 where verifier_key = $1', [
      key,
      answer.text,
      isHere,
    ]))
  for (const { line, seconds } of answer.lines)
    await query(
      `insert into log_cosignatures (origin, size, line, verifier_key, at)
       values ($1, $2, $3, $4, coalesce(to_timestamp($5::float8), clock_timestamp())) on conflict do nothing`,
      [origin, size, line, seconds === null ? null : key, seconds],
    )
  await query(
    `update log_witnesses set origin = $2, size = $3, cosigned_at = clock_timestamp(), fault = null, is_here = $4 where verifier_key = $1`,
    [key, origin, size, isHere],
  )
}

/** Knowledge of this server about its witnesses. */
export function createWitnesses(services: Pick<Services, 'config' | 'database'>, folder: KeyFolder) {
  const { config, database } = services
  const { witnesses, witnessSeconds } = config
  const all = witnesses?.all ?? []
  const startedAt = Date.now()
  let compared = all.length === 0
  let sending: Promise<void> | undefined
  /** Size that a witness says it has cosigned, but shows no head for. */
  let claimed: { origin: string; size: number } | null = null

  /** Learns a head of this log that is known outside: the key folder then has it, and with it every later comparison. */
  async function learn({ origin, size, root }: Checkpoint): Promise<void> {
    const read = tileReader(database, origin)
    const own = await treeRoot(size, read).catch(() => null)
    const known = folder.head()
    if (known?.origin !== origin) return
    const differs = own !== null && toBase64(own) !== toBase64(root)
    if (size > known.size || differs) folder.putHead({ origin, size, root: toBase64(root) })
  }

  /** Asks one witness what it knows of the log. @returns whether it answered */
  async function ask(witness: NamedWitness): Promise<boolean> {
    const current = await currentLog(database)
    if (!current) return true
    const newest = await newestAt(witness, verifierOf(current.verifierKey))
    if (newest) {
      await learn(newest)
      return true
    }
    // A head that is signed already tells as much: the witness refuses it where it knows a larger one.
    const head = await newestSigned(database)
    if (!head) return true
    const answer = await cosign(witness, head, head.size, async () => [])
    if (answer.kind === 'ahead') claimed = { origin: head.origin, size: answer.size }
    return answer.kind !== 'fault' || answer.text.startsWith('It answered 4')
  }

  /** Compares the log with what witnesses know, once after the start. @returns whether heads may be signed */
  async function compare(): Promise<boolean> {
    if (compared) return true
    const answered = await Promise.all(
      all.map(async (witness) => ((await ask(witness)) ? [witness.name] : [])),
    )
    compared =
      witnesses === undefined ||
      meetsQuorum(witnesses.policy, new Set(answered.flat())) ||
      Date.now() - startedAt > PATIENCE_MS
    return compared
  }

  async function sendTo(witness: NamedWitness, head: SignedHead): Promise<void> {
    const turn = await takesTurn(database, witness, head, witnessSeconds)
    if (!turn) return
    const { origin, size } = head
    const answer = await cosign(witness, head, Math.min(turn.known, size), (old) =>
      consistencyProof(old, size, tileReader(database, origin)),
    )
    if (answer.kind !== 'ahead') return keepAnswer(database, witness, head, answer)
    const newest = await newestAt(witness, verifierOf((await currentLog(database))?.verifierKey ?? ''))
    if (newest) await learn(newest)
    // Another server of this deployment may have signed more meanwhile; the database then has it.
    else claimed = { origin, size: answer.size }
    const text = `It has cosigned ${answer.size} events of this log, and ${size} were sent.`
    await keepAnswer(database, witness, head, { kind: 'fault', text })
  }

  async function sendAll(): Promise<void> {
    const head = await newestSigned(database)
    if (head) await Promise.all(all.map((witness) => sendTo(witness, head)))
  }

  return {
    compare,
    /** Sends the newest head to every witness whose turn it is; one that is asked still is not asked again. */
    send: (): Promise<void> => {
      sending ??= sendAll().finally(() => {
        sending = undefined
      })
      return sending
    },
    /** Size of which a witness says that it is cosigned, if it is larger than the log. */
    isAhead: (origin: string, size: number): boolean => claimed?.origin === origin && claimed.size > size,
  }
}
