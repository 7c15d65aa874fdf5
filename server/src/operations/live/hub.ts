import { liveBeatMs } from '@deedbox/contract/live-topics.ts'
import type { FastifyReply } from 'fastify'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Caller } from '../../kernel/context/context.ts'
import { loggable } from '../../kernel/http/error-handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { channel, factsOf, type Note, readNote } from './notes.ts'
import { keysOf, reachOf, topicsFor } from './reach.ts'
import { createRecent } from './recent.ts'
import { openStream, type Stream } from './stream.ts'

/** Limits of the streams of one server. */
export const liveLimits = {
  beatMs: liveBeatMs,
  /** A browser needs one for all its tabs, or one for each tab that is shown. */
  ofSession: 12,
  ofPerson: 30,
  inAll: 5_000,
  /** Bytes that one stream may leave unread. */
  maxBytes: 16 * 1024,
}
export type LiveLimits = typeof liveLimits

/** Changes are told this long after the first of them, together. */
const gatherMs = 30

/** Tells the pages that are open what was committed, on whichever server. */
export function createHub(
  { contexts, database, clock, logger }: Pick<Services, 'contexts' | 'database' | 'clock' | 'logger'>,
  limits: LiveLimits = liveLimits,
) {
  const streams = new Set<Stream>()
  const recent = createRecent()
  const gathered: Note[] = []
  let gathering: NodeJS.Timeout | undefined
  let beats: NodeJS.Timeout | undefined
  let stopListening: (() => Promise<void>) | undefined
  let stopped = false

  /** Reads the session of a stream again: ends it when the session is over, and tells it when the person has changed. */
  async function check(stream: Stream): Promise<void> {
    let actor: Actor | null
    try {
      actor = await contexts.read(stream.caller, async (ctx) => ctx.actor)
    } catch {
      // Changes cannot have been made in a database that cannot be reached.
      return
    }
    if (!actor || actor.accessExpired) {
      stream.send(['session'])
      return stream.end()
    }
    if (JSON.stringify(actor) === JSON.stringify(stream.actor)) return
    Object.assign(stream, { actor, keys: keysOf(actor) })
    stream.send(['all', 'session'])
  }

  async function tell(notes: readonly Note[], to: readonly Stream[]): Promise<void> {
    if (notes.length === 0 || to.length === 0) return
    try {
      const reach = reachOf(notes, await factsOf(database, notes))
      const told = to.map((stream) => ({ stream, topics: topicsFor(reach, stream.keys) }))
      for (const { stream, topics } of told) stream.send(topics.filter((topic) => topic !== 'session'))
      await Promise.all(
        told.filter(({ topics }) => topics.includes('session')).map(({ stream }) => check(stream)),
      )
    } catch (error) {
      logger.warn({ error: loggable(error) }, 'what a change is about could not be read')
      for (const stream of to) stream.send(['all'])
    }
  }

  function heard(payload: string): void {
    contexts.heardChange()
    const note = readNote(payload)
    recent.add(note)
    if (streams.size === 0) return
    gathered.push(note)
    gathering ??= setTimeout(() => {
      gathering = undefined
      void tell(gathered.splice(0), [...streams])
    }, gatherMs).unref()
  }

  /** Notes that something may have been missed. */
  function again(): void {
    recent.forget()
    for (const stream of streams) stream.send(['all'])
    for (const stream of streams) void check(stream)
  }

  function beat(): void {
    const now = Date.now()
    for (const stream of streams) {
      const { accessExpiresAt, accessExpired } = stream.actor
      const expires = stream.actor.role === 'guest' && !accessExpired ? accessExpiresAt : null
      const due = stream.beatAt <= now
      if (due) {
        stream.beatAt = now + limits.beatMs
        stream.beat()
      }
      if (due || (expires && expires.getTime() <= now + clock.shiftMs)) void check(stream)
    }
  }

  return {
    async start(): Promise<void> {
      stopListening = await database.listen(channel, { heard, again })
      beats = setInterval(beat, Math.min(limits.beatMs, 1_000)).unref()
    },
    /** Ends every stream, so that the server can close at once. */
    async stop(): Promise<void> {
      stopped = true
      clearInterval(beats)
      clearTimeout(gathering)
      for (const stream of streams) stream.end()
      await stopListening?.()
    },
    /** Begins the stream of a request, first with what has changed in the last `age` milliseconds. */
    open(who: { caller: Caller; actor: Actor; reply: FastifyReply }, age: number): FastifyReply {
      const all = [...streams]
      const count = (same: (stream: Stream) => boolean) => all.filter(same).length
      if (
        stopped ||
        all.length >= limits.inAll ||
        count(({ actor }) => actor.id === who.actor.id) >= limits.ofPerson ||
        count(({ actor }) => actor.sessionId === who.actor.sessionId) >= limits.ofSession
      )
        throw new Refusal('too-many-requests')
      const { caller, actor, reply } = who
      const stream = openStream(
        { caller, actor },
        {
          maxBytes: limits.maxBytes,
          beatAt: Date.now() + limits.beatMs,
          closed: (gone) => streams.delete(gone),
        },
      )
      streams.add(stream)
      const missed = recent.since(age)
      if (missed) void tell(missed, [stream])
      else stream.send(['all'])
      return stream.answer(reply)
    },
    /** Counts the pages that listen here. */
    count: (): number => streams.size,
  }
}

export type Hub = ReturnType<typeof createHub>
