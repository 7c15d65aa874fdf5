import { entryBundle, parseTilePath, type Tile, widthOf } from '@deedbox/proof/tiles.ts'
import type { FastifyReply } from 'fastify'
import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { settleFinding, showLog } from './show.ts'
import { tileReader } from './tree.ts'

type Query = Pick<Services['database'], 'query'>

/** Newest signed head of the log that is not frozen. @throws Refusal 'not-found' before the first */
async function newestHead({ query }: Query) {
  const { rows } = await query<{ origin: string; size: number; note: string; verifierKey: string }>(
    `select c.origin, c.size, c.note, o.verifier_key as "verifierKey" from log_origins o join log_checkpoints c using (origin)
     where o.frozen_at is null order by c.size desc limit 1`,
    [],
    { name: 'log_head' },
  )
  const [head] = rows
  if (!head) throw new Refusal('not-found')
  return head
}

function asked(path: string): Tile {
  try {
    return parseTilePath(`tile/${path}`)
  } catch {
    throw new Refusal('not-found')
  }
}

/** Bytes of a tile that the signed head covers. */
async function bytesOf(database: Query, path: string): Promise<Buffer> {
  const tile = asked(path)
  const { origin, size } = await newestHead(database)
  const level = tile.level === 'entries' ? 0 : tile.level
  if (tile.width > widthOf(size, level, tile.index)) throw new Refusal('not-found')
  if (tile.level !== 'entries') {
    const [hashes = []] = await tileReader(database, origin)([{ ...tile, level }])
    return Buffer.concat(hashes)
  }
  const { rows } = await database.query<{ bytes: Uint8Array }>(
    'select bytes from log_leaves where origin = $1 and "index" >= $2::bigint * 256 and "index" < $2::bigint * 256 + $3 order by "index"',
    [origin, tile.index, tile.width],
    { name: 'log_entries' },
  )
  return Buffer.from(entryBundle(rows.map(({ bytes }) => new Uint8Array(bytes))))
}

const asText = (reply: FastifyReply, text: string) =>
  reply.header('content-type', 'text/plain; charset=utf-8').header('cache-control', 'no-store').send(text)

export const logHandlers = (services: Services) => {
  const { database } = services
  return {
    'GET /api/log': { kind: 'snapshot', run: (ctx) => showLog(services, ctx) },
    'POST /api/log/settle': { kind: 'transact', run: (ctx, { body }) => settleFinding(services, ctx, body) },
    'GET /.well-known/deedbox-log': {
      kind: 'raw',
      run: async ({ reply }) => {
        const { verifierKey, note } = await newestHead(database)
        return asText(reply, `${verifierKey}\n\n${note}`)
      },
    },
    'GET /log/checkpoint': {
      kind: 'raw',
      run: async ({ reply }) => asText(reply, (await newestHead(database)).note),
    },
    'GET /log/tile/*': {
      kind: 'raw',
      run: async ({ reply }, { params }) => {
        const bytes = await bytesOf(database, params['*'])
        // A tile never changes; a shared cache would hand it to others.
        return reply
          .header('content-type', 'application/octet-stream')
          .header('cache-control', 'private, max-age=31536000, immutable')
          .send(bytes)
      },
    },
  } satisfies Partial<Handlers>
}
