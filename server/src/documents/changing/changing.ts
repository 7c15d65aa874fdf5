import type { DocumentAction, refusalReasons } from '@deedbox/contract/document-terms.ts'
import { and, asc, inArray } from 'drizzle-orm'
import { documents } from '../../db/tables/documents.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Abilities, abilities } from '../../policy/authorize.ts'
import { type View, visibleTo } from '../../policy/visible.ts'
import { listed } from '../lists/list-columns.ts'
import type { Listed } from '../lists/one.ts'

/** A document that is to be changed with others, and what the person may do with it. */
export type Chosen = { document: Listed; can: Abilities }

/** Finds the chosen documents that the person sees, by id. */
export async function findChosen(
  ctx: Acting<ReadCtx>,
  ids: string[],
  view: View = 'current',
): Promise<Map<string, Chosen>> {
  return chosenIn(ctx, await selectChosen(ctx, ids, view))
}

/**
 * Locks chosen documents in the order of their ids, so that two changes at once cannot deadlock.
 * @throws Refusal 'document-not-found' when the person does not see one of them
 */
export async function lockChosen(ctx: Acting<WriteCtx>, ids: string[]): Promise<Map<string, Chosen>> {
  const chosen = chosenIn(ctx, await selectChosen(ctx, ids).for('update'))
  if (chosen.size < ids.length) throw new Refusal('document-not-found')
  return chosen
}

const selectChosen = ({ tx, actor, now }: Acting<ReadCtx>, ids: string[], view: View = 'current') =>
  tx
    .select(listed)
    .from(documents)
    .where(and(inArray(documents.id, ids), visibleTo(actor, now, view)))
    .orderBy(asc(documents.id))

const chosenIn = ({ actor }: Acting<ReadCtx>, rows: Listed[]): Map<string, Chosen> =>
  new Map(
    rows.map((document) => [
      document.id,
      { document, can: abilities(actor, { ...document, lockedSince: null }, null) },
    ]),
  )

export type Reason = (typeof refusalReasons)[number]

const wrongStatus: Partial<Record<DocumentAction, Reason>> = {
  archive: 'archived',
  unarchive: 'not-archived',
  confirm: 'not-pending',
}

/** Returns why an action cannot be done with a document, or null. */
export function reasonAgainst(action: DocumentAction, chosen: Chosen | undefined): Reason | null {
  if (!chosen) return 'not-found'
  if (chosen.can[action]) return null
  return (chosen.can.seeAccess && wrongStatus[action]) || 'not-allowed'
}
