import type { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { ZipFile } from 'yazl'
import type { AuditEntry } from '../../kernel/audit/record.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Acting, Caller, ReadCtx } from '../../kernel/context/context.ts'
import { loggable } from '../../kernel/http/error-handler.ts'
import type { Services } from '../../kernel/services.ts'
import type { RunningDownloads } from './running.ts'

type Way = {
  fileName: string
  /** Facts for the log, where it fails. */
  about: Record<string, unknown>
  /** Tells whether the person may go on; a Refusal counts as no. */
  mayGoOn: (ctx: Acting<ReadCtx>) => Promise<boolean>
  /** Audited when it is cut off. */
  stopped: AuditEntry
  /** Writes everything and ends the ZIP; `signal` is aborted when the connection has ended. */
  write: (zip: ZipFile, signal: AbortSignal) => Promise<void>
  ended?: (how: 'done' | 'stopped' | 'failed') => Promise<void>
}

/**
 * Sends a ZIP while it is written, in constant memory. It is cut off when the session ends or the person may not go on, so
 * that its client sees that the file is incomplete.
 */
export function sendZip(
  { logger }: Pick<Services, 'logger'>,
  running: RunningDownloads,
  { reply, actor, caller }: { reply: FastifyReply; actor: Actor; caller: Caller },
  { fileName, about, mayGoOn, stopped, write, ended = async () => undefined }: Way,
): FastifyReply {
  const cut = new AbortController()
  reply.raw.once('close', () => cut.abort())
  const check = running.add({ actor, caller, reply, mayGoOn, stopped })
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  zip.on('error', (error) => output.destroy(error as Error))
  const work = async () => {
    await write(zip, cut.signal)
    await finished(reply.raw)
  }
  const settle = async (error: unknown) => {
    // The end of what the person may not continue is audited as such; anything else that went wrong is a failure.
    if (!cut.signal.aborted) await check()
    const over = cut.signal.aborted || reply.raw.destroyed
    if (!over) logger.error({ error: loggable(error), ...about }, 'a ZIP of documents failed')
    output.destroy(over ? undefined : (error as Error))
    await ended(over ? 'stopped' : 'failed')
  }
  void work()
    .then(() => ended('done'), settle)
    .catch((error: unknown) =>
      logger.error({ error: loggable(error), ...about }, 'how a ZIP of documents ended could not be stored'),
    )
  return reply
    .headers({
      'content-type': 'application/zip',
      'content-disposition': contentDisposition(fileName),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(output)
}
