import { leafHash } from '@deedbox/proof/merkle.ts'
import type { Database } from '../../db/client.ts'
import { type SealedEvent, sealEvents, sealedColumns } from './event-fields.ts'
import { nodesFor, tileReader } from './tree.ts'

type Query = Pick<Database, 'query'>

/** Limit of events that are sealed in one transaction. */
export const BATCH = 1_000

/** Reads committed events without a leaf, in the order of their numbers among those that are visible; `only` names one of them. */
async function waiting({ query }: Query, only: number | null): Promise<SealedEvent[]> {
  const { rows } = await query<SealedEvent>(
    `select ${sealedColumns} from log_waiting w join audit_events e on e.id = w.event_id
     where $2::bigint is null or e.id = $2 order by w.event_id limit $1`,
    [BATCH, only],
  )
  return rows
}

/**
 * Seals events behind the first `size` leaves of a log, in the caller's transaction, which holds the lock of the log.
 * @returns how many
 */
export async function sealInto(
  database: Query,
  origin: string,
  size: number,
  only: number | null = null,
): Promise<number> {
  const events = await waiting(database, only)
  if (events.length === 0) return 0
  const ids = events.map(({ id }) => id)
  const sealed = sealEvents(events)
  const hashes = sealed.map(({ bytes }) => leafHash(bytes))
  const nodes = await nodesFor(size, hashes, tileReader(database, origin))
  const { query } = database
  await query(
    `insert into log_leaves (origin, "index", event_id, bytes, hash)
     select $1, $2::bigint + ord - 1, id, bytes, hash
     from unnest($3::bigint[], $4::bytea[], $5::bytea[]) with ordinality as l (id, bytes, hash, ord)`,
    [
      origin,
      size,
      ids,
      sealed.map(({ bytes }) => Buffer.from(bytes)),
      hashes.map((hash) => Buffer.from(hash)),
    ],
  )
  // Arrays of one length only can be unnested together, so lists of texts travel as JSON.
  await query(
    `insert into log_disclosures (event_id, disclosures)
     select id, array(select jsonb_array_elements_text(texts)) from jsonb_to_recordset($1::jsonb) as d (id bigint, texts jsonb)`,
    [JSON.stringify(sealed.map(({ disclosures }, at) => ({ id: ids[at], texts: disclosures })))],
  )
  if (nodes.length > 0)
    await query(
      `insert into log_nodes (origin, level, "index", hash)
       select $1, * from unnest($2::int[], $3::bigint[], $4::bytea[])`,
      [
        origin,
        nodes.map(({ level }) => level),
        nodes.map(({ index }) => index),
        nodes.map(({ hash }) => Buffer.from(hash)),
      ],
    )
  await query('delete from log_waiting where event_id = any($1::bigint[])', [ids])
  return events.length
}
