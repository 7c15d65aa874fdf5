import type { getSystem as endpoint } from '@deedbox/contract/system.ts'
import { asc, eq } from 'drizzle-orm'
import { masterKeys } from '../../db/tables/keys.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import { wordProgress } from '../../finding/words/progress.ts'
import type { ReadCtx } from '../../kernel/context/context.ts'
import type { Answer } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { version } from '../../platform/version.ts'
import { listJobs } from './jobs.ts'

const startedAt = new Date(Date.now() - process.uptime() * 1_000)
/** People count as online for this long after a request. */
const onlineMinutes = 5

/** Returns what runs here and how much it holds. Every figure comes from an index, a tally or the catalogue. */
export async function getSystem(services: Services, ctx: ReadCtx): Promise<Answer<typeof endpoint>> {
  const { config, database, auditTrail, storage, mailer, jobs } = services
  const { tx, now, settings } = ctx
  const { documents, bytes } = await storedDocuments(ctx)
  return {
    version,
    startedAt: startedAt.toISOString(),
    now: now.toISOString(),
    database: {
      kind: database.kind === 'pglite' ? 'embedded' : 'postgres',
      ...(await databaseFacts(ctx)),
      auditTrail,
    },
    storage: {
      kind: config.storageUrl === undefined ? 'folder' : 's3',
      place: storage.describe(),
      documents,
      bytes,
    },
    words: await wordProgress(services, ctx),
    freeBytes: freeBytes(services),
    mail: {
      kind: mailer.kind,
      waiting: await tx.$count(mailMessages, eq(mailMessages.status, 'waiting')),
      failed: await tx.$count(mailMessages, eq(mailMessages.status, 'failed')),
      oldestWaitingAt: await oldestWaitingMail(ctx),
    },
    jobs: await listJobs(ctx, jobs),
    online: { ...(await online(services, ctx)), minutes: onlineMinutes },
    masterKey: await masterKey(services, ctx),
    settings: { signUp: settings.signUp, maintenance: settings.maintenance },
  }
}

/** Reads the stored documents and bytes from the tallies (ADR 6): no store and no table is walked. */
export async function storedDocuments({ query }: Pick<ReadCtx, 'query'>) {
  const { rows } = await query<{ documents: number; bytes: number }>(
    `select coalesce(sum(n), 0)::bigint as documents, coalesce(sum(bytes), 0)::bigint as bytes
     from tallies where what = 'document'`,
  )
  return rows[0] ?? { documents: 0, bytes: 0 }
}

async function databaseFacts({ query }: ReadCtx) {
  const { rows } = await query<{ version: string; bytes: number }>(
    `select current_setting('server_version') as version, pg_database_size(current_database())::bigint as bytes`,
  )
  const [row] = rows
  if (!row) throw new Error('The database does not say its version')
  return row
}

/** Measures the free bytes where this machine holds documents or the database; null where others do. */
export function freeBytes({ config, measureRoom }: Pick<Services, 'config' | 'measureRoom'>): number | null {
  if (config.storageUrl !== undefined && config.databaseUrl !== undefined) return null
  return measureRoom(config.dataDir)
}

async function oldestWaitingMail({ tx }: ReadCtx): Promise<string | null> {
  const [oldest] = await tx
    .select({ createdAt: mailMessages.createdAt })
    .from(mailMessages)
    .where(eq(mailMessages.status, 'waiting'))
    .orderBy(asc(mailMessages.createdAt))
    .limit(1)
  return oldest?.createdAt.toISOString() ?? null
}

/** Counts sessions with a request within the last minutes, and their people; this server's newest are not stored yet. */
export async function online(
  { presence }: Pick<Services, 'presence'>,
  { query, now }: Pick<ReadCtx, 'query' | 'now'>,
): Promise<{ people: number; sessions: number }> {
  const since = new Date(now.getTime() - onlineMinutes * 60_000)
  const { rows } = await query<{ people: number; sessions: number }>(
    `select count(distinct user_id)::int as people, count(*)::int as sessions from sessions
     where expires_at > $1 and (seen_at > $2 or id = any($3::uuid[]))`,
    [now.toISOString(), since.toISOString(), presence.notedSince(since)],
  )
  return rows[0] ?? { people: 0, sessions: 0 }
}

async function masterKey({ keyring }: Services, { tx, now }: ReadCtx) {
  const { currentId, masterKeys: all } = keyring
  const [row] = await tx
    .select({ at: masterKeys.firstSeenAt })
    .from(masterKeys)
    .where(eq(masterKeys.id, currentId))
  return { id: currentId, firstSeenAt: (row?.at ?? now).toISOString(), older: all.size - 1 }
}
