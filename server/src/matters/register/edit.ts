import { states } from '@deedbox/contract/australia.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type * as contract from '@deedbox/contract/matters.ts'
import {
  type MatterDetails,
  type MatterField,
  matterFieldNames,
  matterFields,
  matterKinds,
  matterStatuses,
} from '@deedbox/contract/matters.ts'
import { and, desc, eq, isNull } from 'drizzle-orm'
import { ofClient } from '../../db/client-key.ts'
import { later } from '../../db/later.ts'
import { organizations, profiles } from '../../db/tables/accounts.ts'
import { documents } from '../../db/tables/documents.ts'
import { matters } from '../../db/tables/matters.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import { advisoryLock } from '../../kernel/context/lock.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { aboutMatter, keeping, lockMatter, mayKeep } from '../../policy/matters.ts'
import { visibleTo } from '../../policy/visible.ts'
import { addMatterDocuments } from './documents.ts'
import { toMatter } from './one.ts'

/** `runId`: the run that makes it of a client. @throws Refusal 'not-allowed', 'matter-person', 'organization-not-found', 'organization-deactivated' */
export async function createMatter(
  ctx: Acting<WriteCtx>,
  { ofClient: client, ...details }: Input<typeof contract.createMatter>['body'],
  runId: string | null = null,
): Promise<Answer<typeof contract.createMatter>> {
  mayKeep(ctx.actor)
  // Two may be made of one client at once: the second finds the documents taken.
  if (client) await advisoryLock(ctx, 'matters of clients')
  const after = await inWords(ctx, details, null)
  const times = { createdAt: ctx.now, updatedAt: ctx.now }
  const [row] = await ctx.tx
    .insert(matters)
    .values({ ...details, ...times, runId })
    .returning()
  if (!row) throw new Error('A matter was not inserted')
  await ctx.audit({
    event: 'matter_created',
    details: { ...aboutMatter(row), changes: changesOf(null, after) },
  })
  if (client) {
    const those = await unmatteredOf(ctx, client)
    if (those.length > 0) await addMatterDocuments(ctx, row.id, those)
  }
  return { matter: await toMatter(ctx, row) }
}

/** Finds the newest documents of a client that are in no matter. */
async function unmatteredOf({ tx, actor, now }: Acting<WriteCtx>, client: string): Promise<string[]> {
  const { id, matterId, createdAt } = documents
  const those = and(ofClient(client), isNull(matterId), visibleTo(actor, now))
  const rows = await tx
    .select({ id })
    .from(documents)
    .where(those)
    .orderBy(desc(createdAt), desc(id))
    .limit(limits.bulk)
  return rows.map((row) => row.id)
}

/**
 * Changes a matter, unless somebody has changed it since the caller read it.
 * @throws Refusal 'matter-not-found', 'matter-changed' and those of {@link createMatter}
 */
export async function updateMatter(
  ctx: Acting<WriteCtx>,
  matterId: string,
  { updatedAt, ...details }: Input<typeof contract.updateMatter>['body'],
): Promise<Answer<typeof contract.updateMatter>> {
  const before = await lockMatter(ctx, matterId)
  if (before.updatedAt.toISOString() !== updatedAt) throw new Refusal('matter-changed')
  const was = await inWords(ctx, before, before)
  const after = await inWords(ctx, details, before)
  const [row] = await ctx.tx
    .update(matters)
    .set({ ...details, updatedAt: later(before, ctx.now) })
    .where(eq(matters.id, matterId))
    .returning()
  if (!row) throw new Error('A matter is gone')
  await ctx.audit({
    event: 'matter_changed',
    details: { ...aboutMatter(row), changes: changesOf(was, after) },
  })
  return { matter: await toMatter(ctx, row) }
}

/** A matter as its history tells it. */
export type InWords = Record<MatterField, string>
type Stored = Pick<MatterDetails, 'responsibleId' | 'organizationId'>

/** Writes a matter as its history tells it. Who is newly named must be one who keeps matters, or an organisation that is there. */
async function inWords(ctx: ReadCtx, given: MatterDetails, before: Stored | null): Promise<InWords> {
  const { responsibleId, organizationId, governingLaw, kind, status, ...texts } = given
  return {
    ...texts,
    kind: matterKinds[kind],
    status: matterStatuses[status],
    governingLaw: governingLaw === null ? '' : states[governingLaw],
    responsible: await personNamed(ctx, responsibleId, before?.responsibleId ?? null),
    organization: await organizationNamed(ctx, organizationId, before?.organizationId ?? null),
  }
}

async function personNamed({ tx }: ReadCtx, id: string | null, before: string | null): Promise<string> {
  if (id === null) return ''
  const [row] = await tx
    .select({ name: profiles.name })
    .from(profiles)
    .where(and(eq(profiles.id, id), id === before ? undefined : keeping))
  if (!row) throw new Refusal('matter-person')
  return row.name
}

async function organizationNamed({ tx }: ReadCtx, id: string | null, before: string | null): Promise<string> {
  if (id === null) return ''
  const [row] = await tx.select().from(organizations).where(eq(organizations.id, id))
  if (!row) throw new Refusal('organization-not-found')
  if (row.deactivatedAt && id !== before) throw new Refusal('organization-deactivated')
  return row.name
}

/** Finds what differs, field by field; a new matter differs from an empty one. */
export const changesOf = (before: InWords | null, after: InWords) =>
  matterFieldNames
    .map((field) => ({ field: matterFields[field], from: before?.[field] ?? '', to: after[field] }))
    .filter(({ from, to }) => from !== to)
