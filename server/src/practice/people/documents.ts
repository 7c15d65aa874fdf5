import type * as contract from '@deedbox/contract/people.ts'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { readPage } from '../../db/list.ts'
import { run } from '../../db/named.ts'
import { byTime, sorted } from '../../db/sorted.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { type Actor, actorOf } from '../../kernel/context/actor.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { shapeOf } from '../../platform/cursor.ts'
import { columnsAs, type Granted, grantColumns, grantOf, withOwnGrant } from '../../policy/find.ts'
import { endFor } from '../../policy/grants.ts'
import { reasonsFor, visibleTo } from '../../policy/visible.ts'
import { findPerson } from './one.ts'
import { sent } from './row.ts'

const { id, title, clientName, ownerName, ownerId, organizationId, createdAt: uploadedAt } = documents
const { grantedByName } = documentAccess
const columns = sql`${columnsAs({ id, title, clientName, ownerName, ownerId, organizationId, uploadedAt, grantedByName })}, ${grantColumns}`
type Row = Granted &
  Pick<
    typeof documents.$inferSelect,
    'id' | 'title' | 'clientName' | 'ownerName' | 'ownerId' | 'organizationId'
  > & {
    uploadedAt: Date
    grantedByName: string | null
  }

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
  const { actor, now } = ctx
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
  const found = await run<Row>(
    ctx,
    sql`select ${columns} from ${documents} ${withOwnGrant({ ...ctx, actor: reader })} where ${inArray(documents.id, ids)}`,
    { prepared: false },
  )
  const byId = new Map(found.map((row) => [row.id, row]))
  const shown = ids.flatMap((id) => byId.get(id) ?? [])
  return {
    documents: shown.map(({ uploadedAt, grantedByName, ownerId, organizationId, ...row }) => {
      const grant = grantOf(row)
      return {
        id: row.id,
        title: row.title,
        clientName: row.clientName,
        ownerName: row.ownerName,
        uploadedAt: new Date(uploadedAt).toISOString(),
        reasons: out ? [] : reasonsFor(reader, { ownerId, organizationId }, grant !== null),
        grant: grant && {
          // A release was granted by nobody: its conditions were met.
          grantedByName: grantedByName ?? row.ownerName,
          accessLevel: grant.accessLevel,
          endsAt: sent(endFor(reader, grant)),
        },
      }
    }),
    ...page,
  }
}
