import type { matterChain as endpoint } from '@deedbox/contract/matter-papers.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer } from '../../kernel/http/handler.ts'
import { findMatter } from '../../policy/matters.ts'
import { papersOf } from './read.ts'

/** @throws Refusal 'matter-not-found' */
export async function matterChain(ctx: Acting<ReadCtx>, matterId: string): Promise<Answer<typeof endpoint>> {
  await findMatter(ctx, matterId)
  const { papers, links } = await papersOf(ctx, matterId)
  return { papers: papers.map(({ id, title, kind, executedOn }) => ({ id, title, kind, executedOn })), links }
}
