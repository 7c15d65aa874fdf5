import type { Enquiry, listEnquiries as endpoint } from '@deedbox/contract/enquiries.ts'
import type { enquirySorts } from '@deedbox/contract/sorts.ts'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { byText, byTime, type Sort, sorted } from '../../db/sorted.ts'
import { profiles } from '../../db/tables/accounts.ts'
import { enquiries } from '../../db/tables/enquiries.ts'
import type { ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { shapeOf } from '../../platform/cursor.ts'
import { contains, wordsOf } from '../../platform/search.ts'

const sorts: Record<(typeof enquirySorts)[number], Sort> = {
  createdAt: byTime(enquiries.createdAt),
  name: byText(enquiries.name),
  subject: byText(enquiries.subject),
  answeredAt: { key: sql`coalesce(${enquiries.answeredAt}, '1970-01-01 00:00:00+00')`, type: 'timestamptz' },
}

const statuses = {
  open: isNull(enquiries.answeredAt),
  answered: isNotNull(enquiries.answeredAt),
  all: undefined,
}

/** Columns that the list shows of an enquiry. */
export const columns = { enquiry: enquiries, account: profiles.email }

export const toEnquiry = ({
  enquiry: { id, name, email, phone, subject, message, createdAt, answeredAt, answeredByName, note },
  account,
}: {
  enquiry: typeof enquiries.$inferSelect
  account: string | null
}): Enquiry => ({
  ...{ id, name, email, phone, subject, message, account, note },
  createdAt: createdAt.toISOString(),
  answeredAt: answeredAt?.toISOString() ?? null,
  answeredBy: answeredByName,
})

/** Enquiries, by default newest first, paged by key. @throws Refusal 'invalid-input' for a cursor of another list. */
export async function listEnquiries(
  { tx }: ReadCtx,
  { query: { status, search, limit, ...order } }: Input<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const words = wordsOf(search ?? '')
  const wanted = and(statuses[status], ...words.map((word) => contains(enquiries.searchText, word)))
  const shape = shapeOf('enquiries', status, search)
  const { key, fromHere, orderBy, page } = sorted(sorts, { ...order, shape }, enquiries.id)
  const rows = await tx
    .select({ ...columns, sortKey: key })
    .from(enquiries)
    .leftJoin(profiles, eq(profiles.id, enquiries.userId))
    .where(and(wanted, fromHere))
    .orderBy(...orderBy)
    .limit(limit + 1)
  const { shown, nextCursor } = page(rows, limit, ({ enquiry }) => enquiry.id)
  return { enquiries: shown.map(toEnquiry), total: await tx.$count(enquiries, wanted), nextCursor }
}
