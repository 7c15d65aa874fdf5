import type { Lack } from '@deedbox/contract/endpoint.ts'
import type { Settings } from '@deedbox/contract/settings.ts'
import type { Database, Drizzle } from '../../db/client.ts'
import type { Clock } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { NoRoomError } from '../../platform/room.ts'
import { type AuditEntry, recordEvents } from '../audit/record.ts'
import { type Actor, type Claim, createActorReader, loadActor, type Moment } from './actor.ts'
import { lackOf } from './second-factor.ts'
import type { SettingsReader } from './settings.ts'
import { createStrangers } from './strangers.ts'

/** Origin of a request. */
export type Caller = {
  token: string | null
  /** The session that the guard let in. From then on it is looked up by this, so that a call goes on when its token is replaced. */
  sessionId?: string | undefined
  /** Takes the new token of a call that renews the session (`renews` in the table), once that is committed. */
  renewed?: ((token: string, settings: Settings) => void) | undefined
  /** The key of its device cookie, if it has one. */
  device: string | null
  ip: string | null
  userAgent: string | null
  requestId: string | null
}

/** Context of a reading handler. `tx` is the only database handle it can use. */
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

/** Context of a changing handler: `audit` writes in the same transaction. */
export type WriteCtx = ReadCtx & { audit: (...entries: AuditEntry[]) => Promise<void> }

/** The same with a person signed in. */
export type Acting<C extends ReadCtx> = C & { actor: Actor }

export type Contexts = ReturnType<typeof createContexts>

/** Gives database access for requests, and for jobs (which have no caller). */
export function createContexts(database: Database, clock: Clock, settings: SettingsReader) {
  const readActor = createActorReader(database, () => clock.shiftMs)
  const ofStrangers = createStrangers()
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
  const load = async (claim: Claim) => complete(await loadActor(database, claim, clock.shiftMs))
  const nobody: Caller = { token: null, device: null, ip: null, userAgent: null, requestId: null }

  /** @throws NoRoomError, before a library is called that could turn it into another error. */
  function needRoom(): void {
    if (!database.hasRoom()) throw new NoRoomError('There is no room for changes')
  }

  /** Runs `fn` on single statements, without a transaction. */
  async function read<T>(caller: Caller, fn: (ctx: ReadCtx) => Promise<T>): Promise<T> {
    const moment = await complete(await readActor(caller))
    return fn({ ...caller, ...moment, tx: database.db })
  }

  /** Runs `fn` on one snapshot of the database, which later commits do not affect. */
  async function snapshot<T>(caller: Caller, fn: (ctx: ReadCtx) => Promise<T>): Promise<T> {
    return database.transaction(
      async (tx) => {
        return fn({ ...caller, ...(await load(caller)), tx })
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
    let renewed: [token: string, settings: Settings] | undefined
    const done = await database.transaction(async (tx) => {
      database.afterCommit(notifyListeners)
      const moment = await load(caller)
      let recorded = 0
      const result = await fn({
        ...caller,
        ...moment,
        renewed:
          caller.renewed &&
          ((...given) => {
            renewed = given
          }),
        tx,
        audit: async (...entries) => {
          recorded += entries.length
          const stranger = !moment.actor && !moment.pending && entries.every(({ actor }) => !actor)
          await recordEvents(
            database,
            { ...caller, actor: moment.actor ?? moment.pending?.person ?? null, now: moment.now },
            stranger ? ofStrangers(entries, caller.ip, moment.now) : entries,
          )
        },
      })
      if (recorded === 0) throw new Error('A transaction recorded no audit event')
      return result
    })
    if (renewed) caller.renewed?.(...renewed)
    return done
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
    /** Runs a job in a transaction that need not record an audit event, as there may be nothing to do. */
    work: <T>(fn: (ctx: WriteCtx) => Promise<T>): Promise<T> =>
      database.transaction(async (tx) => {
        database.afterCommit(notifyListeners)
        const moment = await load(nobody)
        return fn({
          ...nobody,
          ...moment,
          tx,
          audit: (...entries) => recordEvents(database, { ...nobody, actor: null, now: moment.now }, entries),
        })
      }),
  }
}

/** Returns the context with its person. @throws Refusal 'not-signed-in'. */
export function acting<C extends ReadCtx>(ctx: C): Acting<C> {
  if (!ctx.actor) throw new Refusal('not-signed-in')
  return ctx as Acting<C>
}
