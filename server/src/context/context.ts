import { type AuditEntry, recordEvents } from '../audit/record.ts'
import type { Database, Drizzle } from '../db/client.ts'
import type { Clock } from '../platform/clock.ts'
import { Refusal } from '../platform/errors.ts'
import { NoRoomError } from '../platform/room.ts'
import { type Actor, createActorReader, loadActor } from './actor.ts'

/** From where a request comes. */
export type Caller = {
  token: string | null
  ip: string | null
  userAgent: string | null
  requestId: string | null
}

/** What a reading verb has in hand. `tx` is the only database handle in reach. */
export type ReadCtx = Caller & { tx: Drizzle; query: Database['query']; actor: Actor | null; now: Date }

/** What a changing verb has in hand: `audit` writes into the same transaction. */
export type WriteCtx = ReadCtx & { audit: (...entries: AuditEntry[]) => Promise<void> }

/** The same with a person signed in. */
export type Acting<C extends ReadCtx> = C & { actor: Actor }

export type Contexts = ReturnType<typeof createContexts>

/** The ways to the database, for requests, and for jobs (which have no caller). */
export function createContexts(database: Database, clock: Clock) {
  const readActor = createActorReader(database, () => clock.shiftMs)
  const listeners: (() => void)[] = []
  const tellOfChange = () => {
    for (const listener of listeners) listener()
  }
  const nobody: Caller = { token: null, ip: null, userAgent: null, requestId: null }

  /** @throws NoRoomError: said before a library is called that might make something else of it. */
  function needRoom(): void {
    if (!database.hasRoom()) throw new NoRoomError('There is no room for changes')
  }

  /** Runs `fn` on single statements, without a transaction. */
  async function read<T>(caller: Caller, fn: (ctx: ReadCtx) => Promise<T>): Promise<T> {
    const found = await readActor(caller.token)
    return fn({ ...caller, ...found, tx: database.db, query: database.query })
  }

  /** Runs `fn` on one picture of the whole database, which no change that is committed meanwhile blurs. */
  async function snapshot<T>(caller: Caller, fn: (ctx: ReadCtx) => Promise<T>): Promise<T> {
    return database.transaction(
      async (tx) => {
        const found = await loadActor(database, caller.token, clock.shiftMs)
        return fn({ ...caller, ...found, tx, query: database.query })
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
  }

  /**
   * Runs `fn` in one transaction with the session read inside it.
   * @throws when `fn` returned without having recorded an audit event: no change goes untold.
   */
  async function transact<T>(caller: Caller, fn: (ctx: WriteCtx) => Promise<T>): Promise<T> {
    needRoom()
    return database.transaction(async (tx) => {
      database.afterCommit(tellOfChange)
      const { now, actor } = await loadActor(database, caller.token, clock.shiftMs)
      let recorded = 0
      const result = await fn({
        ...caller,
        tx,
        query: database.query,
        now,
        actor,
        audit: async (...entries) => {
          recorded += entries.length
          await recordEvents(database, { ...caller, actor, now }, entries)
        },
      })
      if (recorded === 0) throw new Error('A transaction recorded no audit event')
      return result
    })
  }

  return {
    /** Calls the listener after every transaction that was committed here. */
    onChange: (listener: () => void): void => void listeners.push(listener),
    read,
    snapshot,
    transact,
    needRoom,
    /** For jobs: the clock and a transaction that need not record anything (when there was nothing to do). */
    work: <T>(fn: (ctx: WriteCtx) => Promise<T>): Promise<T> =>
      database.transaction(async (tx) => {
        database.afterCommit(tellOfChange)
        const { now } = await loadActor(database, null, clock.shiftMs)
        return fn({
          ...nobody,
          tx,
          query: database.query,
          now,
          actor: null,
          audit: (...entries) => recordEvents(database, { ...nobody, actor: null, now }, entries),
        })
      }),
  }
}

/** The person of a context, or the refusal 'not-signed-in'. */
export function acting<C extends ReadCtx>(ctx: C): Acting<C> {
  if (!ctx.actor) throw new Refusal('not-signed-in')
  return ctx as Acting<C>
}
