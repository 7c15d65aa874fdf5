import type { Copy, listCopies as endpoint } from '@deedbox/contract/copies.ts'
import { copyState } from '@deedbox/contract/copy-terms.ts'
import { drawableTypes } from '@deedbox/contract/file-types.ts'
import { and, desc, eq, inArray, type SQL } from 'drizzle-orm'
import { copies } from '../../db/tables/copies.ts'
import { documents } from '../../db/tables/documents.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer } from '../../kernel/http/handler.ts'
import { abilities } from '../../policy/authorize.ts'
import { findDocument } from '../../policy/find.ts'
import { visibleTo } from '../../policy/visible.ts'
import { sightingsOf } from './sightings.ts'
import { asDate, replacedAt } from './standing.ts'

const most = 100

/** Lists the copies of a document that the reader sees, and what it is itself. @throws Refusal 'document-not-found' */
export async function listCopies(ctx: Acting<ReadCtx>, documentId: string): Promise<Answer<typeof endpoint>> {
  const { document, can } = await findDocument(ctx, documentId)
  const own = document.copy ? await readCopies(ctx, eq(copies.documentId, documentId)) : []
  const of = document.copy || !can.seeHistory ? [] : await readCopies(ctx, eq(copies.sourceId, documentId))
  const handles = can.correct && ctx.actor.permissions.includes('canManageDocuments')
  const make = handles && !document.copy && !document.locked && drawableTypes.includes(document.fileType)
  const sightings = make ? await sightingsOf(ctx, documentId) : []
  return {
    ...{ own: own[0] ?? null, copies: of, can: { make } },
    sightings: sightings.map(({ id, packet, on }) => ({ id, packet, on })),
  }
}

/** Reads copies whose documents the reader sees; the title of a source only where they see it too. */
async function readCopies(ctx: Acting<ReadCtx>, which: SQL): Promise<Copy[]> {
  const { tx, actor, now } = ctx
  // The predicate speaks of `documents`: of the copies in one query, of their sources in another.
  const rows = await tx
    .select({ copy: copies, document: documents, replacedAt })
    .from(copies)
    .innerJoin(documents, eq(documents.id, copies.documentId))
    .where(and(which, visibleTo(actor, now)))
    .orderBy(desc(copies.madeAt), desc(copies.id))
    .limit(most)
  const ids = [...new Set(rows.map(({ copy }) => copy.sourceId))]
  const seen = await tx
    .select({ id: documents.id, title: documents.title })
    .from(documents)
    .where(and(inArray(documents.id, ids), visibleTo(actor, now)))
  const titles = new Map(seen.map(({ id, title }) => [id, title]))
  return rows.map(({ copy, document, replacedAt }) => {
    const { state, since } = copyState(copy.withdrawnAt, asDate(replacedAt))
    const title = titles.get(copy.sourceId) ?? null
    return {
      ...{ id: copy.id, kind: copy.kind, documentId: copy.documentId, pages: copy.pages },
      ...{ sourceId: title === null ? null : copy.sourceId, sourceTitle: title },
      ...{ sourceSha256: copy.sourceSha256, sha256: document.sha256 },
      ...{ madeAt: copy.madeAt.toISOString(), madeBy: copy.madeByName },
      ...{ capacity: copy.capacity, sightedOn: copy.sightedOn },
      ...{ state, since: since?.toISOString() ?? null, reason: copy.reason, checked: copy.checked },
      can: {
        withdraw:
          abilities(actor, { ...document, lockedSince: null }, null).correct &&
          actor.permissions.includes('canManageDocuments'),
      },
    }
  })
}
