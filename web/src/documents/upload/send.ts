import { ruleOfDetail } from '@deedbox/contract/detail-days.ts'
import type { Details } from '@deedbox/contract/document-details.ts'
import { extensionOf, fileTypes } from '@deedbox/contract/file-types.ts'
import { type DayName, type DetailValues, readValues } from '../detail-values.ts'
import { transfer } from './transfer.ts'

/** Returns the rule of a day: an expiry date without a year means the next such day, but a document may have expired already. */
export const dayRule = (name: DayName, today: string) => ruleOfDetail(name, today, 'next')

/** The details as they are sent, or what is wrong with them. */
export const readDetails = (values: DetailValues, today: string) =>
  readValues(values, today, (name) => dayRule(name, today))

/** Where a document goes: into a matter, or after the others of a document as its next version. */
export type Goes = { matterId: string | null; versionOf: string | null }

/** An upload that has begun: its id, and the details and place that it was begun with. */
export type Begun = { id: string; details: string }

export const detailsKey = (details: Details, { matterId, versionOf }: Goes): string =>
  JSON.stringify({ ...details, matterId, versionOf })

/** Reason why an upload waits now; it continues by itself. */
export type Wait = 'away' | 'storing' | null

/** Callbacks of the sender of a file while it sends. */
export type Told = {
  onProgress: (loaded: number) => void
  onWait: (wait: Wait) => void
  onBegun: (id: string) => void
}

/** Sends one file, continuing an earlier attempt `begun` if there was one. See {@link transfer}. */
export function sendFile(
  file: File,
  { details, goes }: { details: Details; goes: Goes },
  begun: Begun | undefined,
  told: Told,
) {
  const known = Object.entries({ ...details, ...goes }).flatMap(([name, value]) =>
    value === null ? [] : [[name, value]],
  )
  const metadata = {
    ...(Object.fromEntries(known) as Record<string, string>),
    fileName: file.name,
    fileType: fileTypes[extensionOf(file.name)] ?? 'application/octet-stream',
    lastModified: String(file.lastModified),
  }
  return transfer(file, metadata, begun?.details === detailsKey(details, goes) ? begun.id : undefined, told)
}
