import {
  asksExecution,
  dayForDocument,
  dayForMatter,
  type proposeDates as endpoint,
  type Proposals,
} from '@deedbox/contract/date-rules.ts'
import { dayOf } from '@deedbox/contract/dates.ts'
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { documents } from '../../db/tables/documents.ts'
import { dateRules, dueDates } from '../../db/tables/due-dates.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Input } from '../../kernel/http/handler.ts'
import { findDocument } from '../../policy/find.ts'
import { findMatter } from '../../policy/matters.ts'
import { newestSeen, visibleTo } from '../../policy/visible.ts'
import { toRule } from './rules.ts'

/** Documents of a matter that are looked at, the newest. */
const most = 500

/**
 * Proposes dates by the rules: for a document, or for a matter and its documents. What was written down by a rule already, whatever became of it, is not
 * proposed again; a yearly date not for the same day.
 * @throws Refusal 'matter-not-found', 'document-not-found'
 */
export async function proposeDates(
  ctx: Acting<ReadCtx>,
  { matter: matterId, document: documentId }: Input<typeof endpoint>['query'],
): Promise<Proposals> {
  const matter = matterId ? await findMatter(ctx, matterId) : null
  if (documentId) await findDocument(ctx, documentId)
  const today = dayOf(ctx.now, ctx.settings.timeZone)
  const rules = await ctx.tx.select().from(dateRules)
  const found = await documentsOf(ctx, [
    matterId ? eq(documents.matterId, matterId) : undefined,
    documentId ? eq(documents.id, documentId) : undefined,
  ])
  const settled = await writtenDown(
    ctx,
    found.map(({ id }) => id),
    matterId ?? null,
  )
  const proposals: Proposals['proposals'] = []
  for (const rule of rules) {
    for (const document of found) {
      const dueOn = dayForDocument(rule, document, today)
      if (dueOn && !settled.has(`${rule.id} ${document.id}`))
        proposals.push({
          rule: toRule(ctx, rule),
          dueOn,
          document: { id: document.id, title: document.title },
        })
    }
    const dueOn = matter && !documentId && dayForMatter(rule, matter.kind, today)
    if (dueOn && !settled.has(`${rule.id} ${dueOn}`))
      proposals.push({ rule: toRule(ctx, rule), dueOn, document: null })
  }
  const asks = found.filter((document) =>
    rules.some((rule) => !settled.has(`${rule.id} ${document.id}`) && asksExecution(rule, document, today)),
  )
  return {
    proposals: proposals.sort((a, b) => (a.dueOn < b.dueOn ? -1 : 1)),
    asks: asks.map(({ id, title }) => ({ id, title })),
  }
}

const { id, title, kind, executedOn, executedIn, signedHow } = documents

async function documentsOf({ tx, actor, now }: Acting<ReadCtx>, which: (SQL | undefined)[]) {
  const asked = which.filter((condition) => condition !== undefined)
  if (asked.length === 0) return []
  return tx
    .select({ id, title, kind, executedOn, executedIn, signedHow })
    .from(documents)
    .where(and(...asked, visibleTo(actor, now), newestSeen(actor, now)))
    .orderBy(sql`${documents.createdAt} desc`, id)
    .limit(most)
}

/** Returns what was written down by rules: rule and document, or rule and day of a matter. */
async function writtenDown(
  { tx }: ReadCtx,
  documentIds: string[],
  matterId: string | null,
): Promise<Set<string>> {
  const of = sql`(${dueDates.documentId} = any(${`{${documentIds.join(',')}}`}::uuid[]) or ${dueDates.matterId} = ${matterId}::uuid)`
  const rows = await tx
    .select()
    .from(dueDates)
    .where(and(isNotNull(dueDates.ruleId), of))
  return new Set(
    rows.flatMap((row) => [
      `${row.ruleId} ${row.documentId}`,
      `${row.ruleId} ${row.firstOn}`,
      `${row.ruleId} ${row.dueOn}`,
    ]),
  )
}
