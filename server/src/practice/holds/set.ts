import { dayOf } from '@deedbox/contract/dates.ts'
import type { setHold as endpoint, HoldKind } from '@deedbox/contract/holds.ts'
import { errors } from '@deedbox/contract/refusals.ts'
import { eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { clientKey } from '../../db/client-key.ts'
import { run } from '../../db/named.ts'
import { organizations, profiles } from '../../db/tables/accounts.ts'
import { documents } from '../../db/tables/documents.ts'
import { legalHolds } from '../../db/tables/holds.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { lockHolds } from '../../policy/holds.ts'
import { aboutHold, inHistory, toHold } from './one.ts'
import { hasSecond } from './second.ts'

type Thing = { subject: string; name: string }

const things = {
  document: {
    missing: 'document-not-found',
    // Content that is gone for good cannot be kept any longer; a deleted document can.
    select: (id) =>
      sql`select ${documents.id}::text as subject, ${documents.title} as name from ${documents}
        where ${documents.id} = ${id} and ${documents.contentRemovedAt} is null`,
  },
  client: {
    missing: 'client-not-found',
    select: (name) =>
      sql`select ${clientKey(name)} as subject, ${name}::text as name
        where exists (select from clients where key = ${clientKey(name)})`,
  },
  person: {
    missing: 'user-not-found',
    select: (id) =>
      sql`select ${profiles.id}::text as subject, ${profiles.name} as name from ${profiles} where ${eq(profiles.id, id)}`,
  },
  organisation: {
    missing: 'organization-not-found',
    select: (id) =>
      sql`select ${organizations.id}::text as subject, ${organizations.name} as name from ${organizations} where ${eq(organizations.id, id)}`,
  },
} as const satisfies Record<HoldKind, { missing: keyof typeof errors; select: (subject: string) => SQL }>

/**
 * Finds what a hold is to be on.
 * @throws Refusal 'document-not-found', 'client-not-found', 'user-not-found', 'organization-not-found'
 */
async function findThing(ctx: WriteCtx, kind: HoldKind, subject: string): Promise<Thing> {
  const { missing, select } = things[kind]
  const wellFormed = kind === 'client' || z.uuid().safeParse(subject).success
  const [found] = wellFormed ? await run<Thing>(ctx, select(subject), { prepared: false }) : []
  if (!found) throw new Refusal(missing)
  return found
}

/**
 * Sets a legal hold. It waits for the removals that are on their way: what they removed is not found any more.
 * @throws Refusal as {@link findThing}, 'hold-ends-past'
 */
export async function setHold(
  ctx: Acting<WriteCtx>,
  { kind, subject, reason, endsOn }: Input<typeof endpoint>['body'],
): Promise<Answer<typeof endpoint>> {
  if (endsOn && endsOn < dayOf(ctx.now, ctx.settings.timeZone))
    throw new Refusal('hold-ends-past', { fields: { endsOn: errors['hold-ends-past'].message } })
  await lockHolds(ctx)
  const thing = await findThing(ctx, kind, subject)
  const [row] = await ctx.tx
    .insert(legalHolds)
    .values({
      kind,
      ...thing,
      reason,
      endsOn,
      setAt: ctx.now,
      setBy: ctx.actor.id,
      setByName: ctx.actor.name,
    })
    .returning()
  if (!row) throw new Error('A legal hold was not stored')
  await ctx.audit(
    { event: 'legal_hold_set', details: { ...aboutHold(row), reason, endsOn } },
    ...(await inHistory(ctx, row, 'document_held')),
  )
  return { hold: toHold(ctx, row, await hasSecond(ctx)) }
}
