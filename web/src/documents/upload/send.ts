import { extensionOf, fileTypes } from '@deedbox/contract/file-types.ts'
import { checkDay, type DayRule } from '@deedbox/contract/typed-day.ts'
import type { TypedDay } from '../../ui/typed-day.ts'
import { transfer } from './transfer.ts'

/** The details a person enters for a file; the expiry date as it was typed. */
export type Facts = {
  title: string
  type: 'trust_deed' | 'other'
  clientName: string
  expiryDate: TypedDay
}

export type ReadFacts = Omit<Facts, 'expiryDate'> & { expiryDate: string | null }

/** A document may have expired already; a day without a year means the next such day. */
export const expiryRule: DayRule = { kind: 'next' }

/** The details as they are sent, or the errors by field. */
export function readFacts(
  facts: Facts,
  today: string,
): { facts: ReadFacts } | { faults: { title?: string; expiryDate?: string } } {
  const expiry = checkDay(facts.expiryDate.typed, today, expiryRule)
  const faults = {
    ...(facts.title.trim() === '' && { title: 'Please enter a title' }),
    ...('problem' in expiry && { expiryDate: expiry.problem }),
  }
  return 'problem' in expiry || faults.title ? { faults } : { facts: { ...facts, expiryDate: expiry.day } }
}

/** An upload that has begun: its id, and the details that it was begun with. */
export type Begun = { id: string; facts: string }

export const factsKey = (facts: ReadFacts): string => JSON.stringify(facts)

/** Why an upload does not go on just now; it goes on by itself. */
export type Wait = 'away' | 'storing' | null

/** What the sender of a file tells while it sends. */
export type Told = {
  onProgress: (loaded: number) => void
  onWait: (wait: Wait) => void
  onBegun: (id: string) => void
}

/** Sends one file, from where an earlier attempt `begun` has stopped if there was one. See {@link transfer}. */
export function sendFile(file: File, facts: ReadFacts, begun: Begun | undefined, told: Told) {
  const { expiryDate, ...rest } = facts
  const metadata = {
    ...rest,
    fileName: file.name,
    fileType: fileTypes[extensionOf(file.name)] ?? 'application/octet-stream',
    lastModified: String(file.lastModified),
    ...(expiryDate && { expiryDate }),
  }
  return transfer(file, metadata, begun?.facts === factsKey(facts) ? begun.id : undefined, told)
}
