import type { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { downloadTakeOut as endpoint } from '@deedbox/contract/take-outs.ts'
import { create as contentDisposition } from 'content-disposition'
import { and, eq, gt } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { ZipFile } from 'yazl'
import { findDocument } from '../access/find.ts'
import type { Acting, ReadCtx } from '../context/context.ts'
import { takeOuts } from '../db/tables/take-outs.ts'
import type { RunningDownloads } from '../documents/running.ts'
import { loggable } from '../http/error-handler.ts'
import type { Raw } from '../http/handler.ts'
import { Refusal } from '../platform/errors.ts'
import { safeName } from '../platform/file-names.ts'
import type { Services } from '../services.ts'
import { findTakeOut, type TakeOutRow, waitsMs } from './find.ts'
import { type Progress, storeProgress } from './progress.ts'
import { takeable } from './scope.ts'
import { writeTakeOut } from './write.ts'

/** Takes the take-out, which can be fetched once, by the session that began it and proved who it is. */
async function fetchOnce(ctx: Acting<ReadCtx>, takeOutId: string): Promise<TakeOutRow> {
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
 * A take-out as one ZIP, written while it is sent. It is cut off when it is cancelled, when the session ends, or when the
 * person may no longer have these documents.
 */
export async function downloadTakeOut(
  services: Services,
  running: RunningDownloads,
  raw: Raw<typeof endpoint>,
  takeOutId: string,
): Promise<FastifyReply> {
  const { reply, caller } = raw
  const row = await raw.read((ctx) => fetchOnce(ctx, takeOutId))
  const scope = { organizationId: row.organizationId }
  const { name } = await raw.read((ctx) => takeable(ctx, scope))
  const progress: Progress = { documents: 0, bytes: 0, missing: [], current: null }
  const cut = new AbortController()
  reply.raw.once('close', () => cut.abort())
  const ended = storeProgress(services.contexts, takeOutId, { progress, onOver: () => reply.raw.destroy() })
  const check = running.add({
    ...raw,
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
  })
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  zip.on('error', (error) => output.destroy(error as Error))
  const work = async () => {
    await writeTakeOut(services, zip, {
      takeOutId,
      scope,
      caller,
      read: raw.read,
      progress,
      signal: cut.signal,
    })
    await finished(reply.raw)
  }
  const settle = async (error: unknown) => {
    // What the person may not continue is audited as such; what else went wrong is a failure.
    if (!cut.signal.aborted) await check()
    const stopped = cut.signal.aborted || reply.raw.destroyed
    if (!stopped) services.logger.error({ error: loggable(error), takeOutId }, 'a take-out failed')
    output.destroy(stopped ? undefined : (error as Error))
    await ended(stopped ? 'stopped' : 'failed')
  }
  void work()
    .then(() => ended('done'), settle)
    .catch((error: unknown) =>
      services.logger.error(
        { error: loggable(error), takeOutId },
        'how a take-out ended could not be stored',
      ),
    )
  const file = `deedbox ${safeName(name)} ${new Date(row.startedAt).toISOString().slice(0, 10)}.zip`
  return reply
    .headers({
      'content-type': 'application/zip',
      'content-disposition': contentDisposition(file),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(output)
}
