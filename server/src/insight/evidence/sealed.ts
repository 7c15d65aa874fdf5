import { auditEvents as entries } from '@deedbox/contract/audit-events.ts'
import { auditGroups } from '@deedbox/contract/audit-groups.ts'
import type { EventRow } from '@deedbox/contract/audit-trail.ts'
import { parseDisclosure } from '@deedbox/proof/leaf.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { rowsOf } from '../reports/events.ts'

/** Event as the person sees it, with its place in a log; null there while it waits for one. */
export interface SealedRow {
  row: EventRow
  sealed: { origin: string; index: number; leaf: Uint8Array; disclosures: string[] } | null
}

/** Fields of an event that only administrators read. */
const forAdministrators = ['user_agent', 'request_id']

const concernsDocuments = (event: string): boolean =>
  Object.hasOwn(entries, event) &&
  auditGroups[entries[event as keyof typeof entries].group].who === 'handlers'

/** Says whether a person may read a field of an event whose row they see: no more than the row shows (ADR 51). */
export function mayRead(
  { actor }: Pick<Acting<ReadCtx>, 'actor'>,
  row: EventRow,
  hidesDocument: boolean,
): (field: string) => boolean {
  if (actor.permissions.includes('canManageSystem')) return () => true
  return (field) => {
    if (forAdministrators.includes(field)) return false
    if (field === 'ip') return row.address !== null
    if (field === 'document_id' || field === 'access_id') return row.documentId !== null
    if (field === 'details' || field.startsWith('details.'))
      return !hidesDocument && (concernsDocuments(row.event) || row.actorEmail === actor.email)
    return true
  }
}

/** Reads events with their leaves, in the order of these ids, which the caller has found to be seen by the person. One statement for all. */
export async function readSealed(ctx: Acting<ReadCtx>, ids: readonly number[]): Promise<SealedRow[]> {
  if (ids.length === 0) return []
  const rows = await rowsOf(
    ctx,
    ids.map((id) => ({ id })),
  )
  const { rows: leaves } = await ctx.query<{
    id: number
    origin: string
    index: number
    bytes: Uint8Array
    disclosures: string[] | null
    documentId: string | null
  }>(
    `select l.event_id as id, l.origin, l."index", l.bytes, d.disclosures, e.document_id::text as "documentId"
     from log_leaves l join audit_events e on e.id = l.event_id left join log_disclosures d on d.event_id = l.event_id
     where l.event_id = any($1::bigint[])`,
    [`{${ids.join(',')}}`],
  )
  const byId = new Map(leaves.map((leaf) => [Number(leaf.id), leaf]))
  return rows.map((row) => {
    const leaf = byId.get(row.id)
    if (!leaf) return { row, sealed: null }
    const may = mayRead(ctx, row, leaf.documentId !== null && row.documentId === null)
    const disclosures = (leaf.disclosures ?? []).filter((text) => may(parseDisclosure(text).name))
    return {
      row,
      sealed: {
        origin: leaf.origin,
        index: Number(leaf.index),
        leaf: new Uint8Array(leaf.bytes),
        disclosures,
      },
    }
  })
}
