import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { backupJob } from './place/names.ts'
import { getBackups } from './schedule/get.ts'
import { runningBackup } from './schedule/recent.ts'

export const backupHandlers = (services: Services) =>
  ({
    'GET /api/backups': { kind: 'snapshot', run: (ctx) => getBackups(services, ctx) },
    'POST /api/backups': { kind: 'transact', run: (ctx) => startBackup(services, ctx) },
  }) satisfies Partial<Handlers>

/** Starts a backup at once. @throws Refusal 'backup-unconfigured', 'backup-running'. */
async function startBackup({ config, jobs }: Services, ctx: Acting<WriteCtx>): Promise<{ success: true }> {
  if (!config.backupUrl || !config.backupKey) throw new Refusal('backup-unconfigured')
  if ((await runningBackup(ctx)) !== undefined) throw new Refusal('backup-running')
  await ctx.audit({ event: 'backup_requested' })
  await jobs.send(ctx.tx, backupJob, { now: true })
  return { success: true }
}
