import type { FastifyReply } from 'fastify'
import { type AuditEntry, recordEvents } from '../../kernel/audit/record.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import { type Acting, acting, type Caller, type ReadCtx } from '../../kernel/context/context.ts'
import { loggable } from '../../kernel/http/error-handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'

type Download = {
  actor: Actor
  caller: Caller
  reply: FastifyReply
  /** Tells whether its person may still have it; a Refusal counts as no. */
  mayGoOn: (ctx: Acting<ReadCtx>) => Promise<boolean>
  /** Audited when it is cut off. */
  stopped: AuditEntry
}

/** An end by the clock, or a change that was not heard of, is noticed after this long at the latest. */
const everyMs = 1_000

/**
 * Keeps the running downloads of this server. Session and access are checked again after every commit, on whichever server, and once a
 * second: a download that may not continue is cut off, so that its client sees that the file is incomplete, and this is audited. A download
 * that ends within a second is never checked.
 */
export function runningDownloads({ contexts, database, logger }: Services) {
  const running = new Set<Download>()
  let timer: NodeJS.Timeout | undefined
  let checking = false
  let again = false

  async function allowed({ caller, mayGoOn }: Download): Promise<boolean> {
    try {
      return await contexts.read(caller, (ctx) => mayGoOn(acting(ctx)))
    } catch (error) {
      // Changes cannot have been made in a database that cannot be reached.
      return !(error instanceof Refusal) || error.code === 'unavailable'
    }
  }

  async function check(download: Download): Promise<void> {
    if ((await allowed(download)) || !running.delete(download)) return
    const { stopped, actor, caller, reply } = download
    reply.raw.destroy()
    try {
      const { now } = await contexts.read({ ...caller, token: null }, async (ctx) => ctx)
      await recordEvents(database, { ...caller, actor, now }, [stopped])
    } catch (error) {
      logger.error({ error: loggable(error), ...stopped }, 'a download that was stopped could not be audited')
    }
  }

  /** Runs one check at a time; a change during it leads to one more. */
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
    /** Watches a download until its answer has ended. @returns checks it at once */
    add(download: Download): () => Promise<void> {
      running.add(download)
      timer ??= setInterval(() => void checkAll(), everyMs).unref()
      download.reply.raw.once('close', () => {
        running.delete(download)
        if (running.size > 0) return
        clearInterval(timer)
        timer = undefined
      })
      return () => check(download)
    },
  }
}

export type RunningDownloads = ReturnType<typeof runningDownloads>
