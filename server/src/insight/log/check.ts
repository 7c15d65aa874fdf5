import { fromBase64, sameBytes } from '@deedbox/proof/bytes.ts'
import { openCheckpoint } from '@deedbox/proof/checkpoint.ts'
import { verifierOf } from '@deedbox/proof/cosignature.ts'
import { ProofError } from '@deedbox/proof/error.ts'
import { canonicalText, disclosed, type Leaf, parseLeaf } from '@deedbox/proof/leaf.ts'
import { EMPTY_ROOT, leafHash, nodeHash } from '@deedbox/proof/merkle.ts'
import { treeRoot } from '@deedbox/proof/tree.ts'
import type { Database } from '../../db/client.ts'
import { fieldsOf, openDetails, type SealedEvent, sealedColumns } from './event-fields.ts'
import type { KnownHead } from './key-folder.ts'
import { tileReader } from './tree.ts'

type Query = Pick<Database, 'query'>

/** Leaves that are read at once. */
const BATCH = 1_000

/** Limit of problems that are named; the rest is counted. */
const MAX_NAMED = 50

/** Age of an event, in minutes, from which it should have a leaf. */
const SEALED_WITHIN_MINUTES = 1

/** Minutes by which an event may say that it was earlier than the last head that was signed before it: a transaction may have been open for long. */
const LATE_MINUTES = 60

type Row = SealedEvent & {
  index: number
  eventId: number
  bytes: Uint8Array
  hash: Uint8Array
  disclosures: string[] | null
  checkedAt: Date
}

export interface Checked {
  /** Leaves of all logs. */
  leaves: number
  /** Sentences, each naming the event or head. */
  problems: string[]
}

/** Roots of growing trees: keeps the perfect subtrees of what was added, the largest first. */
function growingRoot() {
  const parts: { leaves: number; hash: Uint8Array }[] = []
  return {
    add(hash: Uint8Array): void {
      let part = { leaves: 1, hash }
      for (let last = parts.at(-1); last?.leaves === part.leaves; last = parts.at(-1)) {
        parts.pop()
        part = { leaves: part.leaves * 2, hash: nodeHash(last.hash, part.hash) }
      }
      parts.push(part)
    },
    root: (): Uint8Array =>
      parts.length === 0
        ? EMPTY_ROOT
        : parts.map(({ hash }) => hash).reduceRight((right, left) => nodeHash(left, right)),
  }
}

/** Tells whether a sealed time is this number of years ago. */
function isOlder(at: string, years: number, now: Date): boolean {
  const until = new Date(`${at.replace(' ', 'T')}Z`)
  until.setUTCFullYear(until.getUTCFullYear() + years)
  return until <= new Date(now)
}

const reasonOf = (error: unknown): string => {
  if (error instanceof ProofError) return error.message
  throw error
}

/** Compares what an event says with what its leaf commits to; null where they agree. */
function difference(row: Row, leaf: Leaf): string | null {
  if (row.id === null) return 'was removed from the audit trail'
  if (leaf.number !== row.id) return 'stands in the place of another one'
  if (leaf.event !== row.event) return `says '${row.event}', and '${leaf.event}' was sealed`
  if (leaf.at !== row.at) return `has the time ${row.at}, and ${leaf.at} was sealed`
  if (canonicalText(leaf.open ?? {}) !== canonicalText(openDetails(row).open ?? {}))
    return 'has other details than were sealed'
  const disclosures = row.disclosures ?? []
  const gone = row.forgotten?.fields.length ?? 0
  if (gone > 0 && !isOlder(leaf.at, row.forgotten?.years ?? 0, row.checkedAt))
    return 'was forgotten before its time'
  if (disclosures.length + gone !== leaf._sd.length) return 'lacks what its leaf commits to'
  const said = disclosed(leaf, disclosures)
  const fields = fieldsOf(row)
  for (const [name, value] of said) {
    const now = fields.get(name)
    if (now === undefined || canonicalText(now) !== canonicalText(value))
      return `has another ${name} than was sealed`
  }
  const added = [...fields.keys()].find((name) => !said.has(name))
  return added === undefined ? null : `has in ${added} what was not sealed`
}

/** Checks one log from its first leaf to its last. */
async function checkOne(
  database: Query,
  log: { origin: string; verifierKey: string },
  known: KnownHead | null,
  problem: (text: string) => void,
): Promise<number> {
  const { origin, verifierKey } = log
  const { rows: heads } = await database.query<{
    size: number
    root: Uint8Array
    note: string
    at: Date | null
  }>('select size, root, note, at from log_checkpoints where origin = $1 order by size', [origin])
  const verifier = verifierOf(verifierKey)
  const signed: { size: number; root: Uint8Array; at: Date | null }[] = []
  for (const { size, note, root, at } of heads) {
    try {
      const head = openCheckpoint(note, verifier)
      if (head.size !== size || !sameBytes(head.root, new Uint8Array(root)))
        problem(`The head of ${origin} at ${size} events is not the one that was signed.`)
      signed.push({ size: head.size, root: head.root, at })
    } catch (error) {
      problem(`The head of ${origin} at ${size} events: ${reasonOf(error)}`)
    }
  }
  const tree = growingRoot()
  const ofLog = known?.origin === origin ? [{ size: known.size, root: fromBase64(known.root), at: null }] : []
  const due = [...signed, ...ofLog].sort((a, b) => a.size - b.size)
  /** Time of the last head that was signed before the entries that follow. */
  let signedAt = null as Date | null
  /** Event of the first entry, and of the first behind the last head that agreed. */
  let [first, behind] = [null as number | null, null as number | null]
  let disagrees = false
  const seeHeads = (size: number, event: number) => {
    first ??= event
    behind ??= event
    while (due[0] && due[0].size <= size) {
      const head = due.shift()
      if (!head) return
      if (head.at) signedAt = head.at
      if (head.size !== size || disagrees) continue
      if (sameBytes(tree.root(), head.root)) {
        behind = null
        continue
      }
      // Every larger head disagrees too. The one that is known outside of the database says nothing of the heads inside, which may be signed by a thief.
      disagrees = true
      problem(
        `The head of ${origin} at ${size} events is not the one that was signed: an entry from event ${head.at ? behind : first} to event ${event} was changed or moved.`,
      )
    }
  }
  let size = 0
  for (;;) {
    const { rows } = await database.query<Row>(
      `select l."index", l.event_id as "eventId", l.bytes, l.hash, d.disclosures, now() as "checkedAt", ${sealedColumns}
       from log_leaves l left join audit_events e on e.id = l.event_id left join log_disclosures d on d.event_id = l.event_id
       where l.origin = $1 and l."index" >= $2 order by l."index" limit $3`,
      [origin, size, BATCH],
      { name: 'log_check' },
    )
    for (const row of rows) {
      const name = `Event ${row.eventId}`
      if (row.index !== size) {
        problem(`${origin} has no entry ${size}: it was removed.`)
        size = row.index
      }
      const hash = leafHash(new Uint8Array(row.bytes))
      if (!sameBytes(hash, new Uint8Array(row.hash))) problem(`${name}: its sealed bytes were changed.`)
      try {
        const leaf = parseLeaf(new Uint8Array(row.bytes))
        const differs = difference(row, leaf)
        if (differs) problem(`${name} ${differs}.`)
        if (isLate(leaf.at, signedAt))
          problem(`${name} has the time ${leaf.at}, but was sealed after ${signedAt?.toISOString()}.`)
      } catch (error) {
        problem(`${name}: ${reasonOf(error)}`)
      }
      tree.add(hash)
      size += 1
      seeHeads(size, row.eventId)
    }
    if (rows.length < BATCH) break
  }
  for (const { size: signed } of due)
    problem(`${origin} ends at ${size} events, and ${signed} were signed: the end was cut off.`)
  const stored = await treeRoot(size, tileReader(database, origin)).catch(() => null)
  if (!stored || !sameBytes(stored, tree.root()))
    problem(`The stored tree of ${origin} is not the one of its entries.`)
  return size
}

const isLate = (at: string, signedAt: Date | null) =>
  signedAt !== null && signedAt.getTime() - Date.parse(`${at.replace(' ', 'T')}Z`) > LATE_MINUTES * 60_000

/** Lists events that should have a leaf by now, have none and do not wait for one; how long others wait is shown under Health. */
async function unsealed({ query }: Query): Promise<number[]> {
  const { rows } = await query<{ id: number }>(
    `select e.id from audit_events e left join log_leaves l on l.event_id = e.id
     where l.event_id is null and not exists (select from log_waiting w where w.event_id = e.id) and e.at < now() - make_interval(mins => $1) order by e.id limit $2`,
    [SEALED_WITHIN_MINUTES, MAX_NAMED],
  )
  return rows.map(({ id }) => id)
}

/** Lists events that wait for a leaf and are no longer in the trail. */
async function lost({ query }: Query): Promise<number[]> {
  const { rows } = await query<{ id: number }>(
    `select w.event_id as id from log_waiting w left join audit_events e on e.id = w.event_id where e.id is null order by 1 limit $1`,
    [MAX_NAMED],
  )
  return rows.map(({ id }) => id)
}

/** Checks every log: event against bytes, bytes against tree, tree against heads, and the highest head that is known outside of the database. */
export async function checkLog(database: Query, known: KnownHead | null): Promise<Checked> {
  const problems: string[] = []
  let more = 0
  const problem = (text: string) => {
    if (problems.length < MAX_NAMED) problems.push(text)
    else more += 1
  }
  const { rows: logs } = await database.query<{ origin: string; verifierKey: string }>(
    'select origin, verifier_key as "verifierKey" from log_origins order by begun_at',
  )
  if (known && known.size > 0 && !logs.some(({ origin }) => origin === known.origin))
    problem(`The database does not know ${known.origin}, of which ${known.size} events were signed.`)
  let leaves = 0
  for (const log of logs) leaves += await checkOne(database, log, known, problem)
  for (const id of await unsealed(database)) problem(`Event ${id} is not in the log.`)
  for (const id of await lost(database))
    problem(`Event ${id} was removed from the audit trail before it was sealed.`)
  if (more > 0) problems.push(`And ${more} more.`)
  return { leaves, problems }
}
