import { limits } from '@deedbox/contract/limits.ts'
import type { makeMatters as endpoint } from '@deedbox/contract/matter-runs.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { ofClient } from '../../db/client-key.ts'
import { documents } from '../../db/tables/documents.ts'
import { matterRuns } from '../../db/tables/matters.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import { advisoryLock } from '../../kernel/context/lock.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { mayKeep } from '../../policy/matters.ts'
import { visibleTo } from '../../policy/visible.ts'
import { createMatter } from '../register/edit.ts'
import { undoable } from './list.ts'

type Body = Input<typeof endpoint>['body']

/**
 * Makes matters of clients, each with its documents in one transaction: a kill leaves whole matters and clients that are still to come, and the same call
 * again makes those only.
 * @throws Refusal 'not-allowed', 'matter-run-over' where the run is somebody else's
 */
export async function makeMatters(
  raw: Raw<typeof endpoint>,
  { runId, clients }: Body,
): Promise<Answer<typeof endpoint>> {
  await raw.read(async ({ actor }) => mayKeep(actor))
  const left: Answer<typeof endpoint>['left'] = []
  for (const { name, kind } of clients)
    await raw
      .transact((ctx) => makeOne(ctx, runId, { name, kind }))
      .catch((error: unknown) => {
        const ofOne = error instanceof Refusal && error.code.startsWith('matter-client-')
        if (!ofOne) throw error
        left.push({ name, code: error.code, message: error.message })
      })
  return { made: clients.length - left.length, left }
}

async function makeOne(
  ctx: Acting<WriteCtx>,
  runId: string,
  { name, kind }: Body['clients'][number],
): Promise<void> {
  mayKeep(ctx.actor)
  await advisoryLock(ctx, 'matters of clients')
  const { tx, actor, now } = ctx
  const free = and(ofClient(name), isNull(documents.matterId), visibleTo(actor, now))
  const some = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(free)
    .limit(limits.bulk + 1)
  if (some.length === 0) throw new Refusal('matter-client-none')
  if (some.length > limits.bulk) throw new Refusal('matter-client-large')
  await tx
    .insert(matterRuns)
    .values({ id: runId, begunBy: actor.id, begunByName: actor.name, begunAt: now })
    .onConflictDoNothing()
  const [own] = await tx
    .select()
    .from(matterRuns)
    .where(and(eq(matterRuns.id, runId), eq(matterRuns.begunBy, actor.id), undoable(now)))
  if (!own) throw new Refusal('matter-run-over')
  const details = {
    ...{ name, kind, reference: '', abn: '', acn: '', governingLaw: null, status: 'open' as const },
    ...{ responsibleId: null, organizationId: null, notes: '' },
  }
  await createMatter(ctx, { ...details, ofClient: name }, runId)
}
