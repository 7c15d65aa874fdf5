import { limits } from '@deedbox/contract/limits.ts'
import type { offerForMatter as endpoint } from '@deedbox/contract/matters.ts'
import { and, asc, isNull, sql } from 'drizzle-orm'
import { organizations, profiles } from '../../db/tables/accounts.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { contains, wordsOf } from '../../platform/search.ts'
import { keeping, mayKeep } from '../../policy/matters.ts'

const choices = { responsible: profiles, organization: organizations } as const
const chosen = { responsible: keeping, organization: isNull(organizations.deactivatedAt) } as const

/** Offers people or organisations that a matter may name, by words of their names. @throws Refusal 'not-allowed' */
export async function offerForMatter(
  ctx: Acting<ReadCtx>,
  { of, text }: Input<typeof endpoint>['query'],
): Promise<Answer<typeof endpoint>> {
  mayKeep(ctx.actor)
  const { id, name } = choices[of]
  const named = wordsOf(text).map((word) => contains(sql`deedbox_fold(${name})`, word))
  const found = await ctx.tx
    .select({ id, name })
    .from(choices[of])
    .where(and(chosen[of], ...named))
    .orderBy(asc(sql`lower(${name})`), asc(id))
    .limit(limits.suggestions)
  return { found }
}
