import { type Entry, type Given, readDetails, type Stored, type Words } from './audit/define.ts'
import { documents } from './audit/documents.ts'
import { holds } from './audit/holds.ts'
import { matters } from './audit/matters.ts'
import { people } from './audit/people.ts'
import { release } from './audit/release.ts'
import { reviews } from './audit/reviews.ts'
import { sharing } from './audit/sharing.ts'
import { signIns } from './audit/sign-ins.ts'
import { system } from './audit/system.ts'

/**
 * The events of the audit trail: each with its topic, which says who sees it, its label, its details and the sentence that tells
 * them (ADR 51). Entries are added, never changed or removed.
 */
export const auditEvents = {
  ...signIns,
  ...people,
  ...documents,
  ...sharing,
  ...holds,
  ...matters,
  ...release,
  ...reviews,
  ...system,
} as const

export type AuditEventName = keyof typeof auditEvents
/** The details that an event is recorded with. */
export type AuditDetails<E extends AuditEventName> = Given<(typeof auditEvents)[E]['details']>

export const auditEventNames = Object.keys(auditEvents) as [AuditEventName, ...AuditEventName[]]

/** The events that the view share_activity shows (specification, section 3). */
export const shareActivityEvents = [
  'document_uploaded',
  'access_granted',
  'revoked',
  'renewed',
  'extended',
] as const

/** Fields of an event that were removed from it after a number of years, as the leaf of the log names them. */
export type Forgotten = { years: number; fields: string[] }

/** Says that something was removed, and when. */
export const removedAfter = (years: number): string => `removed after ${years} years`

/** An event of the audit trail as it was recorded, by this release or an older one. */
export type RecordedEvent = {
  event: string
  notes: string | null
  /** Details as they were stored: `detailsOf` reads them. */
  details: unknown
  forgotten: Forgotten | null
}

/** Reads what an event was recorded with, as its entry knows it, whatever its age. */
export const detailsOf = <E extends AuditEventName>(
  event: E,
  stored: unknown,
): Stored<(typeof auditEvents)[E]['details']> => readDetails(auditEvents[event].details, stored)

const entryOf = (event: string): Entry | undefined =>
  Object.hasOwn(auditEvents, event) ? (auditEvents[event as AuditEventName] as unknown as Entry) : undefined

/** Names an event. A page that was sent ahead was not viewed yet. */
export const labelOf = ({ event, details }: Pick<RecordedEvent, 'event' | 'details'>): string =>
  event === 'document_viewed' && detailsOf(event, details).ahead
    ? 'Page sent ahead'
    : (entryOf(event)?.label ?? event)

/** Names the person who did it; null for Deedbox itself. */
export const actorNameOf = ({
  actorName,
  forgotten,
}: Pick<RecordedEvent, 'forgotten'> & { actorName: string | null }): string | null =>
  forgotten?.fields.some((field) => field.startsWith('actor_'))
    ? `Name ${removedAfter(forgotten.years)}`
    : actorName

/** Tells an event's details in words and what the person wrote; null if there is nothing besides its label. */
export function tellEvent({ event, notes, details, forgotten }: RecordedEvent, words: Words): string | null {
  const entry = entryOf(event)
  const told = entry?.tell(readDetails(entry.details, details), words).filter(Boolean).join(', ')
  const removed = forgotten?.fields.length ? `Names and texts ${removedAfter(forgotten.years)}` : null
  return [told, notes, removed].filter(Boolean).join(' · ') || null
}

const formats = new Map<string, Intl.DateTimeFormat>()
const formatIn = (timeZone: string): Intl.DateTimeFormat => {
  const made = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-AU', { timeZone, dateStyle: 'medium' })
  formats.set(timeZone, made)
  return made
}

/** Writes the values of sentences in a time zone. */
export function wordsIn(timeZone: string): Words {
  const [local, utc] = [formatIn(timeZone), formatIn('UTC')]
  return {
    day: (text) => {
      const at = new Date(text)
      if (Number.isNaN(at.getTime())) return text
      return (text.length === 10 ? utc : local).format(at)
    },
  }
}
