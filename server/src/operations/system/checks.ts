import type { HealthCheck } from '@deedbox/contract/system.ts'
import { troubleOf } from '../../db/away.ts'
import { ownsStore } from '../../documents/store/store-mark.ts'
import { stops } from '../../insight/log/standing.ts'
import { witnessStates } from '../../insight/log/witness-states.ts'
import type { Services } from '../../kernel/services.ts'
import { isIsolated } from '../../platform/rendering/program.ts'
import { awayPlace } from '../backup/place/away.ts'
import { lastBackupCheck, lastGoodBackup } from '../backup/schedule/recent.ts'
import { periodMs } from '../backup/schedule/schedule.ts'
import { escrowStanding } from '../keys/escrow-standing.ts'
import { checkCertificate } from './certificate.ts'
import { isOver } from './jobs.ts'
import {
  judgeBackup,
  judgeClock,
  judgeDisk,
  judgeJobs,
  judgeKeys,
  judgeLog,
  judgeMail,
  judgeProgram,
  judgeScanner,
  judgeWitnesses,
  type Outcome,
} from './judge.ts'
import { freeBytes } from './system.ts'

/** Milliseconds that a check may take: less than a page may wait, so that there is still time to answer. */
export const checkTimeoutMs = 4_000

const bad = (message: string): Outcome => ({ state: 'bad', message })
const noSpace = 'There is no space left. Free some, and Deedbox goes on by itself.'

async function database({ database, config }: Services): Promise<Outcome> {
  try {
    await database.check()
    return { state: 'good', message: 'It answers and accepts changes.' }
  } catch (error) {
    if (troubleOf(error) === 'full') return bad(noSpace)
    return bad(
      config.databaseUrl
        ? 'It does not accept changes. Check that PostgreSQL runs and is no standby, and DATABASE_URL.'
        : 'It does not accept changes. Restart Deedbox, and look at its log.',
    )
  }
}

async function storage(services: Services): Promise<Outcome> {
  const { storage, config } = services
  try {
    await storage.probe()
    if (await ownsStore(services))
      return { state: 'good', message: 'A file was written, read back and removed.' }
    return bad(
      'The storage does not carry the mark of this database. Is a disk or a folder missing? Nothing in it is moved or removed.',
    )
  } catch (error) {
    if (troubleOf(error) !== null) return bad('The database does not answer, so the storage was not checked.')
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code'
    if (code === 'ENOSPC' || code === 'EDQUOT') return bad(noSpace)
    return bad(
      config.storageUrl
        ? `A file could not be written and read back (${code}). Check that the bucket can be reached, and STORAGE_URL.`
        : `A file could not be written and read back (${code}). Check that the disk is there and that Deedbox may write to DATA_DIR/documents.`,
    )
  }
}

const scanner = async ({ scanner, clock }: Services): Promise<Outcome> => {
  if (!scanner) return bad('There is no virus scanner.')
  try {
    return judgeScanner(await scanner.check(checkTimeoutMs - 500), new Date(Date.now() + clock.shiftMs))
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'no code'
    return bad(
      `It does not check files (${code}). No files are accepted until it does. Check that clamd runs, and CLAMD_URL.`,
    )
  }
}

/** Checks a program. Deedbox works without it, so it is a warning when one does not work. */
const program =
  (which: 'office' | 'ocr', without: string): Check =>
  async (services) => {
    try {
      const isolated = await isIsolated()
      return judgeProgram((await services[which]?.check()) ?? '', isolated)
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown fault'
      return { state: 'warning', message: `It does not work (${reason}). ${without}` }
    }
  }
const office = program('office', 'Deedbox draws office files in its own way. Check LIBREOFFICE.')
const ocr = program('ocr', 'Scanned pages have no text. Check TESSERACT and TESSERACT_LANGUAGES.')

async function mail({ mailer }: Services): Promise<Outcome> {
  try {
    await mailer.check(checkTimeoutMs - 500)
    return judgeMail(mailer.kind, null)
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*: /, '') : 'unknown fault'
    return judgeMail(mailer.kind, reason)
  }
}

async function jobs({ database, jobs }: Services): Promise<Outcome> {
  const defined = jobs.defined()
  const { rows } = await database.query<{ beat: number | null; overdue: number | null }>(
    `select (extract(epoch from now() - (select max(cron_on) from pgboss.version)) * 1000)::float8 as beat,
      (extract(epoch from now() - (
        select min(start_after) from pgboss.job where name = any($1) and state < 'active' and not blocked
      )) * 1000)::float8 as overdue`,
    [defined.map(({ name }) => name)],
  )
  const scheduled = defined.flatMap(({ name, cron }) => (cron ? [name] : []))
  const runs = await database.query<{ name: string; failedAt: Date | null; succeededAt: Date | null }>(
    `select name, failed_at as "failedAt", succeeded_at as "succeededAt" from job_runs where name = any($1)`,
    [scheduled],
  )
  const failing = runs.rows.filter((run) => !isOver(run)).map(({ name }) => name)
  return judgeJobs(rows[0]?.beat ?? null, rows[0]?.overdue ?? null, failing.sort())
}

async function clock({ database }: Services): Promise<Outcome> {
  const before = Date.now()
  const { rows } = await database.query<{ at: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as at',
  )
  const after = Date.now()
  return judgeClock((rows[0]?.at ?? 0) - (before + after) / 2, (after - before) / 2)
}

const disk = async (services: Services): Promise<Outcome> => judgeDisk(freeBytes(services))

type Check = (services: Services) => Promise<Outcome>

const backup = async ({ contexts, config }: Services): Promise<Outcome> => {
  const facts = await contexts.work(async (ctx) => ({
    key: config.backupKey !== undefined,
    lastGoodAt: (await lastGoodBackup(ctx))?.startedAt ?? null,
    check: (await lastBackupCheck(ctx))?.outcome ?? null,
    periodMs: periodMs(ctx.settings),
    now: ctx.now,
  }))
  // The place is asked outside the transaction, because it may be slow.
  const away = config.backupUrl ? await awayPlace(config.backupUrl, facts.lastGoodAt !== null) : null
  return judgeBackup({ ...facts, away })
}

const keys = async ({ contexts, keyring }: Services): Promise<Outcome> =>
  contexts.work(async (ctx) => judgeKeys(await escrowStanding(ctx, keyring), ctx.now))

const log = async ({ database, log }: Services): Promise<Outcome> => {
  const { rows } = await database.query<{ waited: number | null; problems: string[] | null }>(
    `select (select extract(epoch from clock_timestamp() - min(e.at))::float8 * 1000
        from (select event_id from log_waiting order by event_id limit 1) w join audit_events e on e.id = w.event_id) as waited,
      (select array_agg(problem order by id) from log_findings where settled_at is null) as problems`,
  )
  const why = log.why()
  return judgeLog({
    waited: rows[0]?.waited ?? null,
    problems: rows[0]?.problems ?? [],
    why: why && stops[why],
  })
}

async function witnesses(services: Services): Promise<Outcome> {
  const found = await witnessStates(services)
  const faults =
    found?.states.flatMap(({ name, fault }) => (fault === null ? [] : [`${name}: ${fault}`])) ?? []
  return judgeWitnesses(found?.missedSince ? Date.now() - found.missedSince.getTime() : null, faults)
}

/** Lists the checks of this deployment. */
export function checksOf({ config }: Services): [HealthCheck, Check][] {
  const { publicUrl } = config
  return [
    ['database', database],
    ['storage', storage],
    ...(config.clamdUrl ? [['scanner', scanner] satisfies [HealthCheck, Check]] : []),
    ...(config.libreOffice ? [['office', office] satisfies [HealthCheck, Check]] : []),
    ...(config.tesseract ? [['ocr', ocr] satisfies [HealthCheck, Check]] : []),
    ['mail', mail],
    ['jobs', jobs],
    ['clock', clock],
    ['disk', disk],
    ...(config.backupUrl ? [['backup', backup] satisfies [HealthCheck, Check]] : []),
    ['keys', keys],
    ['log', log],
    ...(config.witnesses ? [['witnesses', witnesses] satisfies [HealthCheck, Check]] : []),
    ...(publicUrl?.startsWith('https:')
      ? [
          ['certificate', () => checkCertificate(publicUrl, new Date(), checkTimeoutMs - 500)] satisfies [
            HealthCheck,
            Check,
          ],
        ]
      : []),
  ]
}
