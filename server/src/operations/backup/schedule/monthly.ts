import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { backupChecks } from '../../../db/tables/backup-checks.ts'
import { backups } from '../../../db/tables/backups.ts'
import type { Services } from '../../../kernel/services.ts'
import { backupCheckFailed } from '../backup-check-failed.mail.tsx'
import { BackupFault } from '../place/fault.ts'
import { verifyCopy } from '../restore/verify-sample.ts'
import { placeText } from './get.ts'
import { lastBackupCheck } from './recent.ts'
import { checkDue } from './schedule.ts'
import { tell } from './tell.ts'

const sampleFiles = 100
/** Number of problems that are named at most. */
const named = 5

/** Checks a sample of the newest copy once a month, daily after a check that was not good; such a one is mailed, once. */
export async function checkWhenDue(services: Services, signal: AbortSignal): Promise<void> {
  const { config, contexts, mail, logger } = services
  const url = config.backupUrl
  if (!url || !config.backupKey) return
  const due = await contexts.work(async (ctx) => {
    const before = await lastBackupCheck(ctx)
    const [newest] = await ctx.tx
      .select()
      .from(backups)
      .where(and(eq(backups.outcome, 'done'), eq(backups.place, placeText(url)), isNotNull(backups.copy)))
      .orderBy(desc(backups.startedAt))
      .limit(1)
    return newest?.copy && checkDue(before, ctx.now)
      ? { copy: newest.copy, before, startedAt: ctx.now }
      : null
  })
  if (!due) return
  const { copy, before, startedAt } = due
  let files = 0
  let problem: string | null
  let outcome: 'good' | 'bad' | 'failed'
  try {
    const found = await verifyCopy(services, { place: url, at: copy, sample: sampleFiles, signal })
    const { problems } = found
    const more = problems.length > named ? [`and ${problems.length - named} more`] : []
    files = found.files
    problem = [...problems.slice(0, named), ...more].join('; ') || null
    outcome = problem ? 'bad' : 'good'
  } catch (error) {
    logger.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'a copy could not be checked')
    problem = error instanceof BackupFault ? error.message : 'The place could not be read.'
    outcome = 'failed'
  }
  await contexts.work(async (ctx) => {
    const place = placeText(url)
    await ctx.tx
      .insert(backupChecks)
      .values({ startedAt, endedAt: ctx.now, place, copy, outcome, files, problem })
    await ctx.audit({ event: 'backup_checked', details: { place, copy, outcome, files, problem } })
    if (outcome === 'good' || (before && before.outcome !== 'good')) return
    await tell(ctx, mail, backupCheckFailed, {
      place,
      problem: problem ?? '',
      lastGoodAt: null,
    })
  })
}
