import { dayOf } from '@deedbox/contract/dates.ts'
import type { downloadTakeOut as endpoint } from '@deedbox/contract/take-outs.ts'
import { and, eq, gt } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { takeOuts } from '../../db/tables/take-outs.ts'
import type { RunningDownloads } from '../../documents/reading/running.ts'
import { sendZip } from '../../documents/reading/send-zip.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { safeName } from '../../platform/file-names.ts'
import { findDocument } from '../../policy/find.ts'
import { findTakeOut, type TakeOutRow, waitsMs } from './find.ts'
import { type Progress, storeProgress } from './progress.ts'
import { takeable } from './scope.ts'
import { writeTakeOut } from './write.ts'

/** Takes the take-out, which can be fetched once, by the session that began it and proved who it is. */
export async function fetchOnce(ctx: Acting<ReadCtx>, takeOutId: string): Promise<TakeOutRow> {
  const { tx, actor, now } = ctx
  await findTakeOut(ctx, takeOutId)
  const [row] = await tx
    .update(takeOuts)
    .set({ state: 'running', seenAt: now })
    .where(
      and(
        eq(takeOuts.id, takeOutId),
        eq(takeOuts.sessionId, actor.sessionId),
        eq(takeOuts.state, 'waiting'),
        gt(takeOuts.startedAt, new Date(now.getTime() - waitsMs)),
      ),
    )
    .returning()
  if (!row) throw new Refusal('take-out-over')
  return row
}

/**
 * Sends a take-out as one ZIP, written while it is sent. It is cut off when it is cancelled, when the session ends, or when the person may
 * no longer have these documents.
 */
export async function downloadTakeOut(
  services: Services,
  running: RunningDownloads,
  raw: Raw<typeof endpoint>,
  takeOutId: string,
): Promise<FastifyReply> {
  const { caller } = raw
  const row = await raw.read((ctx) => fetchOnce(ctx, takeOutId))
  const scope = { organizationId: row.organizationId }
  const { name } = await raw.read((ctx) => takeable(ctx, scope))
  const progress: Progress = { documents: 0, bytes: 0, missing: [], current: null }
  const onOver = () => raw.reply.raw.destroy()
  const takeOut = { takeOutId, scope, caller, read: raw.read, progress }
  return sendZip(services, running, raw, {
    fileName: `deedbox ${safeName(name)} ${dayOf(row.startedAt, raw.settings.timeZone)}.zip`,
    about: { takeOutId },
    mayGoOn: async (ctx) => {
      await takeable(ctx, scope)
      return progress.current === null || (await findDocument(ctx, progress.current)).can.download
    },
    stopped: {
      event: 'take_out_stopped',
      details: {
        takeOutId,
        get documents() {
          return progress.documents
        },
      },
    },
    write: (zip, signal) => writeTakeOut(services, zip, { ...takeOut, signal }),
    ended: storeProgress(services.contexts, takeOutId, { progress, onOver }),
  })
}
