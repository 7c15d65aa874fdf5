import { daysBefore } from '@deedbox/contract/durations.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { and, asc, eq, inArray, lte } from 'drizzle-orm'
import { accessRequests } from '../../db/tables/requests.ts'
import type { Services } from '../../kernel/services.ts'
import type { LapsedMail } from './request-lapsed.mail.tsx'
import { requestLapsed } from './request-lapsed.mail.tsx'

const batch = 200

/**
 * Lapses requests that nobody decided within 30 days, each with its audit event and a notice to the requester in the same
 * transaction. Several servers may run it at once: each takes the rows that no other has locked.
 */
export async function lapseRequests({ contexts, mail }: Pick<Services, 'contexts' | 'mail'>): Promise<void> {
  for (let lapsed = batch; lapsed === batch; ) {
    lapsed = await contexts.work(async (ctx) => {
      const before = daysBefore(ctx.now, limits.request.lapseDays)
      const due = await ctx.tx
        .select()
        .from(accessRequests)
        .where(and(eq(accessRequests.status, 'pending'), lte(accessRequests.createdAt, before)))
        .orderBy(asc(accessRequests.createdAt))
        .limit(batch)
        .for('update', { skipLocked: true })
      if (due.length === 0) return 0
      const ids = due.map(({ id }) => id)
      await ctx.tx.update(accessRequests).set({ status: 'lapsed' }).where(inArray(accessRequests.id, ids))
      await ctx.audit(
        ...due.map((request) => ({
          event: 'request_lapsed' as const,
          documentId: request.documentId ?? undefined,
          accessId: request.accessId ?? undefined,
          subjectEmail: request.requesterEmail,
          details: { requestId: request.id },
        })),
      )
      for (const { documentName, extensionType, createdAt, requesterEmail } of due) {
        const data: LapsedMail = {
          documentName,
          extension: extensionType !== null,
          askedAt: createdAt.toISOString(),
        }
        await mail.enqueue(ctx, requestLapsed, requesterEmail, data)
      }
      return due.length
    })
  }
}

export function defineRequestJobs(services: Services): void {
  services.jobs.define('lapse-requests', () => lapseRequests(services), { cron: '*/5 * * * *' })
}
