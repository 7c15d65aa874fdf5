import { TILE_WIDTH, tileRoot } from '@deedbox/proof/tiles.ts'
import type { TileReader } from '@deedbox/proof/tree.ts'
import type { Database } from '../../db/client.ts'

type Query = Pick<Database, 'query'>

/** Reads tiles of a log in one statement: the lowest from its leaves, the others from its nodes. */
export const tileReader =
  ({ query }: Query, origin: string): TileReader =>
  async (tiles) => {
    const { rows } = await query<{ ord: number; hash: Uint8Array }>(
      `select t.ord::int as ord, h.hash from unnest($2::int[], $3::bigint[], $4::int[]) with ordinality as t (level, first, width, ord)
       cross join lateral (
         (select "index", hash from log_leaves
           where t.level = 0 and origin = $1 and "index" >= t.first and "index" < t.first + t.width)
         union all
         (select "index", hash from log_nodes
           where t.level > 0 and origin = $1 and level = t.level and "index" >= t.first and "index" < t.first + t.width)
       ) h order by t.ord, h."index"`,
      [
        origin,
        tiles.map(({ level }) => level),
        tiles.map(({ index }) => index * TILE_WIDTH),
        tiles.map(({ width }) => width),
      ],
      { name: 'log_tiles' },
    )
    const answers: Uint8Array[][] = tiles.map(() => [])
    for (const { ord, hash } of rows) answers[ord - 1]?.push(new Uint8Array(hash))
    return answers
  }

/** Number of leaves of a log. */
export async function sizeOf({ query }: Query, origin: string): Promise<number> {
  const { rows } = await query<{ size: number }>(
    'select coalesce(max("index") + 1, 0)::bigint as size from log_leaves where origin = $1',
    [origin],
    { name: 'log_size' },
  )
  return Number(rows[0]?.size ?? 0)
}

interface Node {
  level: number
  index: number
  hash: Uint8Array
}

/** Nodes that are complete once these hashes stand behind the first `size` leaves. One statement for each level, of which there are four at 10^9 leaves. */
export async function nodesFor(
  size: number,
  hashes: readonly Uint8Array[],
  read: TileReader,
): Promise<Node[]> {
  const nodes: Node[] = []
  let [level, start, added] = [0, size, hashes]
  while (Math.floor((start + added.length) / TILE_WIDTH) > Math.floor(start / TILE_WIDTH)) {
    const first = Math.floor(start / TILE_WIDTH)
    const width = start - first * TILE_WIDTH
    const [before = []] = width > 0 ? await read([{ level, index: first, width }]) : []
    const all = [...before, ...added]
    const above = Array.from({ length: Math.floor(all.length / TILE_WIDTH) }, (_, at) =>
      tileRoot(all.slice(at * TILE_WIDTH, (at + 1) * TILE_WIDTH)),
    )
    nodes.push(...above.map((hash, at) => ({ level: level + 1, index: first + at, hash })))
    ;[level, start, added] = [level + 1, first, above]
  }
  return nodes
}
