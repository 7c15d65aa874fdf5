import { tlogProofText } from '@deedbox/proof/tlog-proof.ts'
import { inclusionProof } from '@deedbox/proof/tree.ts'
import type { Services } from '../../kernel/services.ts'
import { tileReader } from '../log/tree.ts'

type Query = Pick<Services['database'], 'query'>

/** Signed head of a log. */
export interface SignedHead {
  origin: string
  size: number
  /** Signed note, with the first cosignature that each witness gave it. */
  note: string
  at: Date
  /** Verifier key of the log. */
  key: string
}

/** SQL of a note with only the cosignatures that were checked: a wrong line of a key that a reader knows would spoil the whole note. */
const noteWithCosignatures = `c.note || coalesce((select string_agg(line, '' order by at, line) from (
  select distinct on (verifier_key) line, at from log_cosignatures s
  where s.origin = c.origin and s.size = c.size and verifier_key is not null order by verifier_key, at) one), '')`

/** Newest signed head of a log, or the one of this size; null where there is none. */
export async function newestHead(
  { query }: Query,
  origin: string,
  size: number | null = null,
): Promise<SignedHead | null> {
  const { rows } = await query<SignedHead>(
    `select c.origin, c.size, ${noteWithCosignatures} as note, c.at, o.verifier_key as key
     from log_checkpoints c join log_origins o using (origin)
     where c.origin = $1 and c.size = coalesce($2, c.size) order by c.size desc limit 1`,
    [origin, size],
    { name: 'log_newest_of' },
  )
  const [head] = rows
  return head ? { ...head, size: Number(head.size) } : null
}

/** Text of the `.tlog-proof` of a leaf under a head that has it. */
export async function proofUnder(database: Query, head: SignedHead, index: number): Promise<string> {
  const hashes = await inclusionProof(index, head.size, tileReader(database, head.origin))
  return tlogProofText({ index, hashes, checkpoint: head.note })
}
