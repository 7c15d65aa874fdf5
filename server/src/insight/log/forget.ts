import { dayOf } from '@deedbox/contract/dates.ts'
import { parseDisclosure } from '@deedbox/proof/leaf.ts'
import { mayAct } from '../../documents/store/sweep.ts'
import type { WriteCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import { heldAmong } from '../../policy/holds.ts'
import { remaining, type SealedEvent, sealedColumns } from './event-fields.ts'

/** Events that are looked at in one transaction. */
const BATCH = 1_000

type Key = { at: string; id: number }
type Row = SealedEvent & { disclosures: string[] | null; key: string }

/** Time as long ago as records are kept. */
function endOf({ now, settings }: WriteCtx): Date {
  const end = new Date(now)
  end.setUTCFullYear(end.getUTCFullYear() - settings.recordsKeptYears)
  return end
}

/** Reads events whose years are over and that were sealed, oldest first, behind the last one that was looked at. */
async function due(ctx: WriteCtx, before: Date, after: Key | undefined): Promise<Row[]> {
  const { rows } = await ctx.query<Row>(
    `select ${sealedColumns}, d.disclosures, e.at::text as key from audit_events e left join log_disclosures d on d.event_id = e.id
     where e.at < $1 and e.forgotten is null and ($2::timestamptz is null or (e.at, e.id) > ($2::timestamptz, $3::bigint))
       and exists (select from log_leaves l where l.event_id = e.id)
     order by e.at, e.id limit $4`,
    [before, after?.at ?? null, after?.id ?? 0, BATCH],
  )
  return rows
}

/** Forgets what may go of one batch. @returns the last event that was looked at; null at the end */
async function forgetSome(ctx: WriteCtx, after: Key | undefined): Promise<Key | null> {
  const before = endOf(ctx)
  const rows = await due(ctx, before, after)
  const ids = rows.map(({ id }) => String(id))
  const held = new Set((await heldAmong(ctx, 'forget-records', ids)).map(({ id }) => id))
  const free = rows.filter(({ id }) => !held.has(String(id)))
  if (free.length > 0) {
    const years = ctx.settings.recordsKeptYears
    const events = free.map((row) => {
      const { details, fields } = remaining(row)
      const gone = new Set(fields)
      const disclosures = (row.disclosures ?? []).filter((text) => !gone.has(parseDisclosure(text).name))
      return { id: row.id, details, fields, disclosures }
    })
    await ctx.query('select forget_events($1, $2::jsonb)', [years, JSON.stringify(events)])
    await ctx.audit({
      event: 'records_forgotten',
      details: { events: free.length, before: dayOf(before, ctx.settings.timeZone), years },
    })
  }
  const last = rows.at(-1)
  return last && rows.length === BATCH ? { at: last.key, id: last.id } : null
}

/**
 * Removes names and texts from the events of the trail that are older than records are kept, with the salts of the log (ADR 69): the hashes stay, so that every
 * proof holds. What a legal hold covers is kept until a night after it was lifted.
 */
export async function forgetRecords(
  services: Pick<Services, 'contexts' | 'database' | 'storage' | 'logger'>,
  signal?: AbortSignal,
): Promise<void> {
  for (let after: Key | null | undefined; after !== null; ) {
    signal?.throwIfAborted()
    if (!(await mayAct(services))) return
    const from: Key | undefined = after
    after = await services.contexts.work((ctx) => forgetSome(ctx, from))
  }
}
