import type { AuditGroup } from '../audit-groups.ts'
import type { LiveTopic } from '../live-topics.ts'

/**
 * Reads a detail from the audit trail; undefined where an older release wrote something else. The trail is never changed, so every sentence must work
 * without any of its details.
 */
export type Read<T> = (stored: unknown) => T | undefined
/** A detail that an event may be recorded without. */
type Maybe<T> = Read<T> & { readonly maybe: true }
export type Fields = Record<string, Read<unknown>>

type Value<R> = R extends Read<infer T> ? T : never
type Optional<F> = { [K in keyof F]: F[K] extends { maybe: true } ? K : never }[keyof F]

/** The details that an event is recorded with. */
export type Given<F> = { [K in Exclude<keyof F, Optional<F>>]: Value<F[K]> } & {
  [K in Optional<F>]?: Value<F[K]> | undefined
}
/** The details of a recorded event, whatever its age. */
export type Stored<F> = { [K in keyof F]?: Value<F[K]> | undefined }

/** Writes values as people read them, in the deployment's time zone. */
export type Words = {
  /** A day ('2026-12-03') or the day of an instant: '3 Dec 2026'. */
  day: (text: string) => string
}

/** The parts of a sentence after its label; unknown parts are left out. */
export type Told = readonly (string | false | null | undefined)[]

export type Entry<F extends Fields = Fields> = {
  /** Its topic in the audit trail, which says who sees it. */
  group: AuditGroup
  label: string
  /** Topics that it changes on open pages; readings and failed sign-ins change nothing that anyone waits for. */
  changes: readonly LiveTopic[]
  details: F
  tell: (details: Stored<F>, words: Words) => Told
}

/** Fields of an event without details. */
const nothing = {}

export function event(group: AuditGroup, changes: readonly LiveTopic[], label: string): Entry<typeof nothing>
export function event<F extends Fields>(
  group: AuditGroup,
  changes: readonly LiveTopic[],
  label: string,
  details: F,
  tell: Entry<F>['tell'],
): Entry<F>
/** Makes the entry of an event: one with details does not compile without its sentence. */
export function event(
  group: AuditGroup,
  changes: readonly LiveTopic[],
  label: string,
  details: Fields = nothing,
  tell: Entry['tell'] = () => [],
): Entry {
  return { group, label, changes, details, tell }
}

export const text: Read<string> = (stored) => (typeof stored === 'string' ? stored : undefined)
export const count: Read<number> = (stored) => (typeof stored === 'number' ? stored : undefined)
export const flag: Read<boolean> = (stored) => (typeof stored === 'boolean' ? stored : undefined)
/** Value that is told as it stands. */
export const value: Read<unknown> = (stored) => stored
/** Value that is a name in a table. */
export const nameIn =
  <T extends object>(table: T): Read<keyof T & string> =>
  (stored) =>
    typeof stored === 'string' && Object.hasOwn(table, stored) ? (stored as keyof T & string) : undefined
export const orNone =
  <T>(read: Read<T>): Read<T | null> =>
  (stored) =>
    stored === null ? null : read(stored)
export const listOf =
  <T>(read: Read<T>): Read<readonly T[]> =>
  (stored) =>
    Array.isArray(stored) ? stored.flatMap((one) => read(one) ?? []) : undefined
export const record =
  <F extends Fields>(fields: F): Read<Stored<F>> =>
  (stored) =>
    typeof stored === 'object' && stored !== null && !Array.isArray(stored)
      ? readDetails(fields, stored)
      : undefined
export const maybe = <T>(read: Read<T>): Maybe<T> =>
  Object.assign((stored: unknown) => read(stored), { maybe: true as const })

/** The known details of an event. */
export const readDetails = <F extends Fields>(fields: F, stored: unknown): Stored<F> => {
  const recorded = (stored ?? {}) as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(fields).map(([name, read]) => [
      name,
      Object.hasOwn(recorded, name) ? read(recorded[name]) : undefined,
    ]),
  ) as Stored<F>
}
