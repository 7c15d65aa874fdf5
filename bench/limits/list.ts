import { createHmac, timingSafeEqual } from 'node:crypto'
import type { DocumentRow } from '@deedbox/contract/documents.ts'
import Fastify from 'fastify'
import { type ListRow, listQuery } from './list-query.ts'

/**
 * The limit of the list: bare Fastify on pg (DATABASE_URL) or on PGlite (DATA_DIR), the caller known by a signed token that is
 * checked without a query, the fastest query found, the same fields as Deedbox answers. Started with either database it is
 * also the limit of the start. PORT, SECRET.
 */
const { DATABASE_URL: url, DATA_DIR: folder, SECRET: secret = '', PORT: port } = process.env

type Query = (values: unknown[]) => Promise<{ rows: ListRow[] }>

async function onPostgres(connectionString: string): Promise<Query> {
  const { default: pg } = await import('pg')
  pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)
  const pool = new pg.Pool({ connectionString, max: 16 })
  await pool.query('select 1')
  return (values) => pool.query({ name: 'list', text: listQuery, values })
}

async function onPglite(dataDir: string): Promise<Query> {
  const [{ PGlite, types }, { pg_trgm }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
  ])
  const pglite = await PGlite.create({
    dataDir: `${dataDir}/database`,
    extensions: { pg_trgm },
    parsers: { [types.DATE]: (value: string) => value },
  })
  if (!process.env.PREPARED) return (values) => pglite.query<ListRow>(listQuery, values)
  const { prepare } = await import('../../server/src/db/prepared.ts')
  const prepared = prepare(pglite)
  return (values) =>
    pglite._runExclusiveTransaction(() =>
      prepared('list', listQuery, values),
    ) as Promise<unknown> as Promise<{
      rows: ListRow[]
    }>
}

/** Reads the email address in `<email>.<HMAC-SHA256 of it, base64url>`, or null. */
function caller(authorization: string | undefined): string | null {
  const token = authorization?.slice('Bearer '.length) ?? ''
  const dot = token.lastIndexOf('.')
  const signature = Buffer.from(token.slice(dot + 1), 'base64url')
  const right = createHmac('sha256', secret).update(token.slice(0, dot)).digest()
  return signature.length === right.length && timingSafeEqual(signature, right) ? token.slice(0, dot) : null
}

const query = url ? await onPostgres(url) : await onPglite(folder ?? '')
const app = Fastify()
/** Acts that the reader of another's document is refused. */
/** Fields that Deedbox answers of a document: the compiler asks for the same here. */
type Answered = Record<keyof Omit<DocumentRow, 'deletedByName'>, unknown>

const nothing = {
  archive: false,
  confirm: false,
  correct: false,
  delete: false,
  restore: false,
  share: false,
  unarchive: false,
}

app.get('/health', async () => ({ status: 'ok' }))

app.get<{ Querystring: { limit: string } }>('/list', async (request, reply) => {
  const email = caller(request.headers.authorization)
  if (email === null) return reply.code(401).send()
  const limit = Number(request.query.limit)
  const { rows } = await query([email, limit])
  const last = rows.at(-1)
  return {
    documents: rows.map(
      (row): Answered => ({
        id: row.id,
        title: row.title,
        kind: row.kind,
        type: row.type,
        status: row.status,
        copy: null,
        earlier: false,
        uploadedAt: row.created_at,
        expiryDate: row.expiry_date,
        fileName: row.file_name,
        reference: row.reference,
        updatedAt: row.updated_at,
        fileSize: Number(row.file_size),
        fileType: row.file_type,
        ownerId: row.owner_id,
        ownerName: row.owner_name,
        ownerEmail: row.owner_email,
        organizationId: row.organization_id,
        clientName: row.client_name,
        deletedAt: row.deleted_at,
        executedOn: row.executed_on,
        executedIn: row.executed_in,
        signedHow: row.signed_how,
        keptUntil: row.kept_until,
        lockedSince: null,
        access: {
          id: row.access_id,
          accessLevel: row.access_level,
          endsAt: row.expires_at ?? row.auto_revoke_date,
          expiresAt: row.expires_at,
          autoRevokeDate: row.auto_revoke_date,
        },
        can: { ...nothing, download: row.access_level === 'download' },
      }),
    ),
    total: Number(last?.total ?? 0),
    nextCursor: rows.length < limit || !last ? null : `${last.created_at.getTime()}.${last.id}`,
  }
})

await app.listen({ host: '127.0.0.1', port: Number(port) })
process.on('SIGTERM', () => process.exit(0))
