import type { Lack } from '@deedbox/contract/endpoint.ts'
import type { Settings } from '@deedbox/contract/settings.ts'
import { type AuditEntry, recordEvents } from '../audit/record.ts'
import type { Database, Drizzle } from '../db/client.ts'
import type { Clock } from '../platform/clock.ts'
import { Refusal } from '../platform/errors.ts'
import { NoRoomError } from '../platform/room.ts'
import { type Actor, createActorReader, loadActor, type Moment } from './actor.ts'
import { lackOf } from './second-factor.ts'
import type { SettingsReader } from './settings.ts'

/** Where a request comes from. */
export type Caller = {
  token: string | null
  /** The key of its device cookie, if it has one. */
  device: string | null
  ip: string | null
  userAgent: string | null
  requestId: string | null
}

/** What a reading handler gets. `tx` is the only database handle it can use. */
export type ReadCtx = Caller & {
  tx: Drizzle
  query: Database['query']
  /** The person, if they lack nothing to be let in. */
  actor: Actor | null
  /** A person who has taken the first step of signing in only: nobody, to all calls that do not name what they lack. */
  pending: { person: Actor; lacks: Lack } | null
  now: Date
  settings: Settings
}

/** What a changing handler gets: `audit` writes in the same transaction. */
export type WriteCtx = ReadCtx & { audit: (...entries: AuditEntry[]) => Promise<void> }

/** The same with a person signed in. */
export type Acting<C extends ReadCtx> = C & { actor: Actor }

export type Contexts = ReturnType<typeof createContexts>

/** Database access for requests, and for jobs (which have no caller). */
export function createContexts(database: Database, clock: Clock, settings: SettingsReader) {
  const readActor = createActorReader(database, () => clock.shiftMs)
  const listeners: (() => void)[] = []
  const notifyListeners = () => {
    for (const listener of listeners) listener()
  }
  const complete = async ({ now, person, settingsVersion }: Moment) => {
    const values = await settings.at(settingsVersion)
    const lacks = person && lackOf(person, values, now)
    return {
      now,
      actor: lacks ? null : person,
      pending: lacks ? { person, lacks } : null,
      settings: values,
      query: database.query,
    }
  }
  const load = async (token: string | null) => complete(await loadActor(database, token, clock.shiftMs))
  const nobody: Caller = { token: null, device: null, ip: null, userAgent: null, requestId: null }

  /** @throws NoRoomError, before a library is called that could turn it into another error. */
  function needRoom(): void {
    if (!database.hasRoom()) throw new NoRoomError('There is no room for changes')
  }

  /** Runs `fn` on single statements, without a transaction. */
  async function read<T>(caller: Caller, fn: (ctx: ReadCtx) => Promise<T>): Promise<T> {
    const found = await complete(await readActor(caller.token))
    return fn({ ...caller, ...found, tx: database.db })
  }

  /** Runs `fn` on one snapshot of the database, which later commits do not affect. */
  async function snapshot<T>(caller: Caller, fn: (ctx: ReadCtx) => Promise<T>): Promise<T> {
    return database.transaction(
      async (tx) => {
        return fn({ ...caller, ...(await load(caller.token)), tx })
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
  }

  /**
   * Runs `fn` in one transaction with the session read inside it.
   * @throws when `fn` recorded no audit event: every change must be audited.
   */
  async function transact<T>(caller: Caller, fn: (ctx: WriteCtx) => Promise<T>): Promise<T> {
    needRoom()
    return database.transaction(async (tx) => {
      database.afterCommit(notifyListeners)
      const found = await load(caller.token)
      let recorded = 0
      const result = await fn({
        ...caller,
        ...found,
        tx,
        audit: async (...entries) => {
          recorded += entries.length
          await recordEvents(
            database,
            { ...caller, actor: found.actor ?? found.pending?.person ?? null, now: found.now },
            entries,
          )
        },
      })
      if (recorded === 0) throw new Error('A transaction recorded no audit event')
      return result
    })
  }

  return {
    /** Calls the listener after every commit of this server, and when it hears of one of another server. */
    onChange: (listener: () => void): void => void listeners.push(listener),
    /** Another server has committed. */
    heardChange: notifyListeners,
    read,
    snapshot,
    transact,
    needRoom,
    /** For jobs: a transaction that need not record an audit event, as there may be nothing to do. */
    work: <T>(fn: (ctx: WriteCtx) => Promise<T>): Promise<T> =>
      database.transaction(async (tx) => {
        database.afterCommit(notifyListeners)
        const found = await load(null)
        return fn({
          ...nobody,
          ...found,
          tx,
          audit: (...entries) => recordEvents(database, { ...nobody, actor: null, now: found.now }, entries),
        })
      }),
  }
}

/** The context with its person. @throws Refusal 'not-signed-in'. */
export function acting<C extends ReadCtx>(ctx: C): Acting<C> {
  if (!ctx.actor) throw new Refusal('not-signed-in')
  return ctx as Acting<C>
}
