import { eq } from 'drizzle-orm'
import { backups } from '../../../db/tables/backups.ts'
import type { WriteCtx } from '../../../kernel/context/context.ts'
import { administrators } from '../../../kernel/mail/administrators.ts'
import type { MailDefinition } from '../../../kernel/mail/define.ts'
import type { Services } from '../../../kernel/services.ts'
import { backupsFailed } from '../backups-failed.mail.tsx'
import { backupsRecovered } from '../backups-recovered.mail.tsx'
import { endedBackups, lastGoodBackup } from './recent.ts'
import { newsOf } from './schedule.ts'

const looked = 50

export type BackupMail = { place: string; problem: string; lastGoodAt: string | null }

/** Mails all administrators what the last run changed: two failures in a row, or that it works again. */
export async function tellOfBackups({ contexts, mail }: Pick<Services, 'contexts' | 'mail'>): Promise<void> {
  await contexts.work(async (ctx) => {
    const ended = await endedBackups(ctx, looked)
    const [newest] = ended
    const news = newsOf(ended.map(({ outcome, toldAt }) => ({ outcome, told: toldAt !== null })))
    if (!newest || !news) return
    const good = await lastGoodBackup(ctx)
    await tell(ctx, mail, news === 'failed' ? backupsFailed : backupsRecovered, {
      place: newest.place,
      problem: newest.problem ?? '',
      lastGoodAt: good?.startedAt.toISOString() ?? null,
    })
    if (news === 'failed')
      await ctx.tx.update(backups).set({ toldAt: ctx.now }).where(eq(backups.id, newest.id))
  })
}

export async function tell(
  ctx: WriteCtx,
  mail: Services['mail'],
  kind: MailDefinition<BackupMail>,
  data: BackupMail,
): Promise<void> {
  const to = await administrators(ctx)
  await mail.enqueueAll(
    ctx,
    kind,
    to.map((email) => ({ to: email, data })),
  )
}
