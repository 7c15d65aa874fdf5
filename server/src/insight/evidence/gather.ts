import { eventLine } from '@deedbox/proof/evidence-format.ts'
import { asc, sql } from 'drizzle-orm'
import { auditEvents } from '../../db/tables/audit.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { newestHead } from './heads.ts'
import { eventsOf, MAX_EVENTS, type Subject } from './scope.ts'
import { readSealed, type SealedRow } from './sealed.ts'

export type Read = <T>(fn: (ctx: Acting<ReadCtx>) => Promise<T>) => Promise<T>
export type Sealed = SealedRow & { sealed: NonNullable<SealedRow['sealed']> }

/** Events that are read by one statement. */
const BATCH = 500

/** Place of an event in a log. */
export interface Place {
  number: number
  origin: string
  index: number
}

/** Numbers of the events of a subject up to `until`, oldest first, by the time and the key of the last. */
async function* numbersOf(read: Read, subject: Subject, until: Date): AsyncGenerator<number[]> {
  let last: { at: string; id: number } | undefined
  for (let read_ = 0; read_ <= MAX_EVENTS; ) {
    const rows = await read(({ tx, actor, settings }) =>
      tx
        .select({ id: auditEvents.id, at: sql<string>`${auditEvents.at}::text` })
        .from(auditEvents)
        .where(
          last
            ? sql`${eventsOf({ actor, settings }, subject, until)} and (${auditEvents.at}, ${auditEvents.id}) > (${last.at}::timestamptz, ${last.id})`
            : eventsOf({ actor, settings }, subject, until),
        )
        .orderBy(asc(auditEvents.at), asc(auditEvents.id))
        .limit(BATCH),
    )
    yield rows.map(({ id }) => id)
    read_ += rows.length
    last = rows.at(-1)
    if (rows.length < BATCH) return
  }
}

/** Yields the events of a subject that are in a log; `onUnproven` is told of those that no signed head has. */
export async function* gathered(
  read: Read,
  subject: Subject,
  until: Date,
  current: string,
  onUnproven: (count: number) => void,
): AsyncGenerator<Sealed[]> {
  const ends = new Map<string, number>()
  for await (const numbers of numbersOf(read, subject, until)) {
    const rows = await read((ctx) => readSealed(ctx, numbers))
    const whole: Sealed[] = []
    for (const { row, sealed } of rows) {
      if (!sealed) continue
      if (!ends.has(sealed.origin))
        ends.set(sealed.origin, (await read((ctx) => newestHead(ctx, sealed.origin)))?.size ?? 0)
      // The head of the current log is signed at the end, and has all of its events.
      if (sealed.origin === current || sealed.index < (ends.get(sealed.origin) ?? 0))
        whole.push({ row, sealed })
    }
    if (whole.length < numbers.length) onUnproven(numbers.length - whole.length)
    yield whole
  }
}

/** Line of an event in events.jsonl. */
export const lineOf = ({ row, sealed: { origin, index, leaf, disclosures } }: Sealed): string =>
  eventLine(
    {
      ...{ log: origin, number: row.id, leaf, disclosures, label: row.label },
      text: [row.subjectEmail, row.notes].filter(Boolean).join(' · '),
    },
    index,
  )
