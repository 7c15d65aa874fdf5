import type * as contract from '@deedbox/contract/people.ts'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { readPage } from '../../db/list.ts'
import { byTime, sorted } from '../../db/sorted.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { type Actor, actorOf } from '../../kernel/context/actor.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { shapeOf } from '../../platform/cursor.ts'
import { ownGrant } from '../../policy/find.ts'
import { endFor } from '../../policy/grants.ts'
import { reasonsFor, visibleTo } from '../../policy/visible.ts'
import { findPerson } from './one.ts'
import { sent } from './row.ts'

const sorts = { uploadedAt: byTime(documents.createdAt) }

/**
 * Lists what a person can open and why, or what they own, by the predicate of every list; only documents that the caller sees too. A
 * deactivated person can open nothing.
 * @throws Refusal user-not-found.
 */
export async function listUserDocuments(
  ctx: Acting<ReadCtx>,
  { params: { userId }, query: { view, cursor, limit } }: Input<typeof contract.listUserDocuments>,
): Promise<Answer<typeof contract.listUserDocuments>> {
  const { tx, actor, now } = ctx
  const { person, organization } = await findPerson(ctx, userId)
  // The list shows what they could open: no session of theirs is needed for that.
  const session = actor.session
  const reader: Actor = actorOf(
    {
      ...person,
      sessionId: '',
      organizationName: organization?.name ?? null,
      organizationLeavingFrom: organization?.leavingFrom ?? null,
    },
    session,
    now,
  )
  // A deactivated person cannot sign in, and neither can members of a deactivated organisation.
  const out =
    person.deactivatedAt !== null || (organization?.deactivatedAt != null && person.role !== 'admin')
  const open: SQL = view === 'own' ? eq(documents.ownerId, userId) : out ? sql`false` : visibleTo(reader, now)
  const wanted = and(visibleTo(actor, now), open)
  const order = { sort: 'uploadedAt' as const, cursor, shape: shapeOf('documents of', userId, view) }
  const { rows, ...page } = await readPage<{ id: string }>(ctx, {
    from: sql`${documents}`,
    where: [wanted],
    order: sorted(sorts, order, documents.id),
    limit,
    columns: sql`${documents.id} as id`,
    rows: sql`${documents}`,
  })
  const ids = rows.map(({ id }) => id)
  const found = await tx
    .select({ document: documents, grant: documentAccess })
    .from(documents)
    .leftJoin(documentAccess, ownGrant({ ...ctx, actor: reader }))
    .where(inArray(documents.id, ids))
  const byId = new Map(found.map((row) => [row.document.id, row]))
  const shown = ids.flatMap((id) => byId.get(id) ?? [])
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
    ...page,
  }
}
