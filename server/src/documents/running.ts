import type { FastifyReply } from 'fastify'
import { findDocument } from '../access/find.ts'
import { recordEvents } from '../audit/record.ts'
import type { Actor } from '../context/actor.ts'
import { acting, type Caller } from '../context/context.ts'
import { loggable } from '../http/error-handler.ts'
import { Refusal } from '../platform/errors.ts'
import type { Services } from '../services.ts'

type Download = { documentId: string; actor: Actor; caller: Caller; reply: FastifyReply }

/** A change on another server, or an end by the clock, is noticed after this long at the latest. */
const everyMs = 1_000

/**
 * The running downloads of this server. Session and access are checked again after every commit on this server and once a
 * second: a download that may not continue is cut off, so that its client sees that the file is incomplete, and this is
 * audited. A download that ends within a second is never checked.
 */
export function runningDownloads({ contexts, database, logger }: Services) {
  const running = new Set<Download>()
  let timer: NodeJS.Timeout | undefined
  let checking = false
  let again = false

  async function mayGoOn({ caller, documentId }: Download): Promise<boolean> {
    try {
      const { can } = await contexts.read(caller, (ctx) => findDocument(acting(ctx), documentId))
      return can.download
    } catch (error) {
      // While the database cannot be reached, nothing can have been changed there either.
      return !(error instanceof Refusal) || error.code === 'unavailable'
    }
  }

  async function check(download: Download): Promise<void> {
    if ((await mayGoOn(download)) || !running.delete(download)) return
    const { documentId, actor, caller, reply } = download
    reply.raw.destroy()
    try {
      const { now } = await contexts.read({ ...caller, token: null }, async (ctx) => ctx)
      await recordEvents(database, { ...caller, actor, now }, [
        { event: 'document_download_stopped', documentId },
      ])
    } catch (error) {
      logger.error({ error: loggable(error), documentId }, 'a download that was stopped could not be audited')
    }
  }

  /** One check at a time; a change during it leads to one more. */
  async function checkAll(): Promise<void> {
    again = true
    if (checking) return
    checking = true
    while (again) {
      again = false
      await Promise.all([...running].map(check))
    }
    checking = false
  }

  contexts.onChange(() => void checkAll())

  return {
    /** Watches a download until its answer has ended. */
    add(download: Download): void {
      running.add(download)
      timer ??= setInterval(() => void checkAll(), everyMs).unref()
      download.reply.raw.once('close', () => {
        running.delete(download)
        if (running.size > 0) return
        clearInterval(timer)
        timer = undefined
      })
    },
  }
}

export type RunningDownloads = ReturnType<typeof runningDownloads>
