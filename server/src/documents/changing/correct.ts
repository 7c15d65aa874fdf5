import type { DetailChanges } from '@deedbox/contract/detail-schemas.ts'
import type * as contract from '@deedbox/contract/document-changes.ts'
import { type Details, detailNames } from '@deedbox/contract/document-details.ts'
import { typeOfKind } from '@deedbox/contract/document-kinds.ts'
import { errors } from '@deedbox/contract/refusals.ts'
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { auditEvents } from '../../db/tables/audit.ts'
import { documents } from '../../db/tables/documents.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { refuseFuture } from '../details.ts'
import { type Chosen, lockChosen } from './changing.ts'

/**
 * Corrects the details of documents, all of them or none; each change is audited with its old and new value. Documents that
 * are as they should be stay untouched; if all are, the attempt is audited.
 * @throws Refusal 'document-not-found', 'not-allowed', 'documents-changed', 'detail-future', 'type-follows-kind'
 */
export async function correctDocuments(
  ctx: Acting<WriteCtx>,
  { documents: asked, changes }: Input<typeof contract.correctDocuments>['body'],
): Promise<Answer<typeof contract.correctDocuments>> {
  const seen = new Map(asked.map(({ id, updatedAt }) => [id, updatedAt && new Date(updatedAt).getTime()]))
  const chosen = [...(await lockChosen(ctx, [...seen.keys()])).values()]
  if (chosen.some(({ can }) => !can.correct)) throw new Refusal('not-allowed')
  const faster = chosen.filter(
    ({ document: { id, updatedAt } }) => (updatedAt?.getTime() ?? null) !== seen.get(id),
  )
  if (faster.length > 0) throw await changedMeanwhile(ctx, faster)

  const wanted = storedChanges(changes)
  refuseFuture(wanted, ctx)
  refuseTypeAlone(chosen, wanted)
  const corrections = chosen.map(({ document }) => ({ document, changes: changesOf(document, wanted) }))
  const differing = corrections.filter(({ changes }) => changes.length > 0)
  const saved = await update(
    ctx,
    differing.map(({ document }) => document.id),
    wanted,
  )
  await ctx.audit(
    ...(differing.length > 0 ? differing : corrections).map(({ document, changes }) => ({
      event: 'document_corrected' as const,
      documentId: document.id,
      details: { changes },
    })),
  )
  return {
    documents: chosen.map(({ document: { id, updatedAt } }) => ({
      id,
      updatedAt: (saved.get(id) ?? updatedAt)?.toISOString() ?? null,
    })),
  }
}

/** Returns what is to be changed; a blank detail is none, and the type follows from a kind. */
function storedChanges(changes: DetailChanges): Partial<Details> {
  const type = typeOfKind(changes.kind)
  return {
    ...Object.fromEntries(
      detailNames.flatMap((name) => (changes[name] === undefined ? [] : [[name, changes[name] || null]])),
    ),
    ...(type && { type }),
  }
}

/** @throws Refusal 'type-follows-kind' for another type than that of the kind that a document keeps */
function refuseTypeAlone(chosen: readonly Chosen[], { kind, type }: Partial<Details>): void {
  if (type === undefined || kind !== undefined) return
  const { message } = errors['type-follows-kind']
  if (chosen.some(({ document }) => (typeOfKind(document.kind) ?? type) !== type))
    throw new Refusal('type-follows-kind', { fields: { type: message } })
}

const changesOf = (document: Details, wanted: Partial<Details>) =>
  detailNames.flatMap((field) => {
    const [from, to] = [document[field], wanted[field]]
    return to === undefined || from === to ? [] : [{ field, from, to }]
  })

/** Returns a time that is never the same twice, so that a change within a millisecond is noticed too. */
const later = (now: Date): SQL =>
  sql`greatest(${now.toISOString()}::timestamptz, ${documents.updatedAt} + interval '1 millisecond')`

async function update(
  { tx, now }: WriteCtx,
  ids: string[],
  wanted: Partial<Details>,
): Promise<Map<string, Date | null>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .update(documents)
    .set({ ...wanted, updatedAt: later(now) })
    .where(inArray(documents.id, ids))
    .returning({ id: documents.id, updatedAt: documents.updatedAt })
  return new Map(rows.map(({ id, updatedAt }) => [id, updatedAt]))
}

/** Number of documents named in the message at most; all of them are in `fields`. */
const namedAtMost = 3

/** Says which documents somebody has corrected since they were read, and who did. */
async function changedMeanwhile({ tx }: WriteCtx, changed: Chosen[]): Promise<Refusal> {
  const ids = changed.map(({ document }) => document.id)
  const latest = await tx
    .selectDistinctOn([auditEvents.documentId], {
      id: auditEvents.documentId,
      who: auditEvents.actorName,
    })
    .from(auditEvents)
    .where(and(inArray(auditEvents.documentId, ids), eq(auditEvents.event, 'document_corrected')))
    .orderBy(auditEvents.documentId, desc(auditEvents.id))
  const whoOf = new Map(latest.map(({ id, who }) => [id, who]))
  const by = ({ document }: Chosen) => `by ${whoOf.get(document.id) ?? 'somebody'}`
  const named = changed.slice(0, namedAtMost).map((one) => `“${one.document.title}” ${by(one)}`)
  const others = changed.length - named.length
  return new Refusal('documents-changed', {
    values: { which: [...named, ...(others > 0 ? [`${others} more`] : [])].join(', ') },
    fields: Object.fromEntries(changed.map((one) => [one.document.id, `Corrected ${by(one)}`])),
  })
}
