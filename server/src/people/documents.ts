import type * as contract from '@deedbox/contract/people.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { ownGrant } from '../access/find.ts'
import { endFor } from '../access/grants.ts'
import { reasonsFor, visibleTo } from '../access/visible.ts'
import { type Actor, actorOf } from '../context/actor.ts'
import type { Acting, ReadCtx } from '../context/context.ts'
import { byTime, sorted } from '../db/sorted.ts'
import { documentAccess, documents } from '../db/tables/documents.ts'
import type { Answer, Input } from '../http/handler.ts'
import { shapeOf } from '../platform/cursor.ts'
import { findPerson } from './one.ts'
import { sent } from './row.ts'

const sorts = { uploadedAt: byTime(documents.createdAt) }

/**
 * What a person can open and why, or what they own, by the predicate of every list; only documents that the caller sees
 * too. A deactivated person can open nothing.
 * @throws Refusal user-not-found.
 */
export async function listUserDocuments(
  ctx: Acting<ReadCtx>,
  { params: { userId }, query: { view, cursor, limit } }: Input<typeof contract.listUserDocuments>,
): Promise<Answer<typeof contract.listUserDocuments>> {
  const { tx, actor, now } = ctx
  const { person, organization } = await findPerson(ctx, userId)
  // What they could open: no session of theirs is needed for that.
  const session = actor.session
  const reader: Actor = actorOf(
    { ...person, sessionId: '', organizationName: organization?.name ?? null },
    session,
    now,
  )
  // Neither they nor members of a deactivated organisation can sign in.
  const out =
    person.deactivatedAt !== null || (organization?.deactivatedAt != null && person.role !== 'admin')
  const theirs: SQL =
    view === 'own' ? eq(documents.ownerId, userId) : out ? sql`false` : visibleTo(reader, now)
  const wanted = and(visibleTo(actor, now), theirs)
  const order = { sort: 'uploadedAt' as const, cursor, shape: shapeOf('documents of', userId, view) }
  const { key, fromHere, orderBy, page } = sorted(sorts, order, documents.id)
  const rows = await tx
    .select({ document: documents, grant: documentAccess, sortKey: key })
    .from(documents)
    .leftJoin(documentAccess, ownGrant({ ...ctx, actor: reader }))
    .where(and(wanted, fromHere))
    .orderBy(...orderBy)
    .limit(limit + 1)
  const { shown, nextCursor } = page(rows, limit, ({ document }) => document.id)
  return {
    documents: shown.map(({ document, grant }) => ({
      id: document.id,
      title: document.title,
      clientName: document.clientName,
      ownerName: document.ownerName,
      uploadedAt: document.createdAt.toISOString(),
      reasons: out ? [] : reasonsFor(reader, document, grant !== null),
      grant: grant && {
        grantedByName: grant.grantedByName,
        accessLevel: grant.accessLevel,
        endsAt: sent(endFor(reader, grant)),
      },
    })),
    total: await tx.$count(documents, wanted),
    nextCursor,
  }
}
