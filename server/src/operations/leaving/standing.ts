import type { Leaving } from '@deedbox/contract/leaving.ts'
import { locksAt } from '@deedbox/contract/leaving-terms.ts'
import { and, asc, desc, eq, isNotNull } from 'drizzle-orm'
import { organizations } from '../../db/tables/accounts.ts'
import { documents } from '../../db/tables/documents.ts'
import { destructionReceipts, destructions } from '../../db/tables/leaving.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { Refusal } from '../../platform/errors.ts'
import { isHeld } from '../../policy/holds.ts'
import { hasSecond } from '../../practice/holds/second.ts'

export type DestructionRow = typeof destructions.$inferSelect

/** Number of documents under a hold that are named. */
const heldNamed = 50

/** Finds the destructions of an organisation, the newest first. */
export const destructionsOf = ({ tx }: ReadCtx, organizationId: string): Promise<DestructionRow[]> =>
  tx
    .select()
    .from(destructions)
    .where(eq(destructions.organizationId, organizationId))
    .orderBy(desc(destructions.askedAt))

/** Selects documents of an organisation whose content is there. */
export const contentOf = (organizationId: string) =>
  and(eq(documents.organizationId, organizationId), isNotNull(documents.wrappedKey))

/** @throws Refusal 'organization-not-found' */
export async function getLeaving(ctx: Acting<ReadCtx>, organizationId: string): Promise<Leaving> {
  const { tx, now } = ctx
  const [row] = await tx.select().from(organizations).where(eq(organizations.id, organizationId))
  if (!row) throw new Refusal('organization-not-found')
  const { leavingFrom: from } = row
  const all = await destructionsOf(ctx, organizationId)
  const [last] = all
  const second = await hasSecond(ctx)
  const held = and(contentOf(organizationId), isHeld)
  const left = await tx.$count(documents, contentOf(organizationId))
  const goesOn = last !== undefined && last.endedAt === null
  return {
    leaving: from && {
      from: from.toISOString(),
      locksAt: locksAt(from).toISOString(),
      locked: locksAt(from) <= now,
      reason: row.leavingReason ?? '',
      by: row.leavingByName ?? '',
    },
    documents: left,
    held: {
      count: await tx.$count(documents, held),
      first: await tx
        .select({ id: documents.id, title: documents.title })
        .from(documents)
        .where(held)
        .orderBy(asc(documents.title), asc(documents.id))
        .limit(heldNamed),
    },
    destruction: last ? await toDestruction(ctx, last, second) : null,
    can: {
      stay: from !== null && !all.some(({ confirmedAt }) => confirmedAt),
      destroy: from !== null && locksAt(from) <= now && !goesOn && left > 0,
      alone: !second,
    },
  }
}

async function toDestruction({ tx, actor }: Acting<ReadCtx>, row: DestructionRow, second: boolean) {
  const { id, kind, words, givenBy, givenOn, documentId, confirmedAt, endedAt } = row
  const [document] = documentId
    ? await tx
        .select({ id: documents.id, title: documents.title })
        .from(documents)
        .where(eq(documents.id, documentId))
    : []
  const open = confirmedAt === null
  return {
    ...{ id, kind, words, givenBy, givenOn, document: document ?? null },
    asked: { at: row.askedAt.toISOString(), by: row.askedByName },
    confirmed: confirmedAt && { at: confirmedAt.toISOString(), by: row.confirmedByName ?? '' },
    endedAt: endedAt?.toISOString() ?? null,
    destroyed: await tx.$count(destructionReceipts, eq(destructionReceipts.destructionId, id)),
    can: { confirm: open && (!second || row.askedBy !== actor.id), refuse: open },
  }
}
