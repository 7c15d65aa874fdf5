import type { DocumentHit } from '@deedbox/contract/search.ts'
import { and, isNull, type SQL, sql } from 'drizzle-orm'
import { abilities } from '../access/authorize.ts'
import { columnsAs } from '../access/find.ts'
import { fewVisible, organizationSeen, visibleTo } from '../access/visible.ts'
import type { Acting, ReadCtx } from '../context/context.ts'
import { frozen, run } from '../db/named.ts'
import { documents } from '../db/tables/documents.ts'
import { filtered, hasIndex } from '../documents/filter.ts'
import type { Services } from '../services.ts'
import { few } from './few.ts'

/** So many of the newest documents are tested one by one: what is frequent is among the first, what is not rare among the others. */
const walkedTo = { title: 1_000, text: 300, others: 4_000 }
/** So many that an index finds are looked at: all, where what fits is rare. */
const gatheredTo = 2_000

const columns = columnsAs({
  id: documents.id,
  title: documents.title,
  type: documents.type,
  status: documents.status,
  clientName: documents.clientName,
  ownerId: documents.ownerId,
  ownerName: documents.ownerName,
  organizationId: documents.organizationId,
})
type Row = Omit<DocumentHit, 'can'> & { ownerId: string; organizationId: string | null; counted?: number }

/** Documents by title, client, owner and file name, and others by their text, newest first. */
export async function searchDocuments(ctx: Acting<ReadCtx>, words: Services['words'], text: string) {
  const theirs = await fewVisible(ctx)
  const named = (how: 'each' | 'planned') => and(...filtered(ctx.actor, ctx.now, { search: text }, how))
  const byTitle = await find(ctx, theirs, {
    each: named('each'),
    first: walkedTo.title,
    // Planned for all of them, whatever the limit, so that the index is used.
    all: hasIndex(text)
      ? (which) => sql`
          with found as materialized (select * from ${documents} where ${and(which, named('planned'))})
          select *, count(*) over () as counted from (select * from found limit ${gatheredTo + 1}) found`
      : undefined,
  })
  const found = byTitle.map(({ id }) => id)
  const others = sql`${documents.id} <> all(${`{${found.join()}}`}::uuid[])`
  const byText = await find(ctx, theirs, {
    each: and(words.contain(text, 'each'), others),
    first: walkedTo.text,
    all: (which) => sql`
      with found as materialized (${words.idsWith(text, gatheredTo + 1)})
      select *, (select count(*) from found) as counted from ${documents} where ${documents.id} in (select id from found) and ${and(which, others)}`,
  })
  const toHit = ({ ownerId, organizationId, counted: _, ...row }: Row): DocumentHit => {
    const subject = { ownerId, organizationId, status: row.status, deletedAt: null, contentRemovedAt: null }
    const { share, correct, archive } = abilities(ctx.actor, subject, null)
    return { ...row, can: { share, correct, archive } }
  }
  return { documents: byTitle.map(toHit), texts: byText.map(toHit) }
}

const newest = frozen(sql`order by ${documents.createdAt} desc, ${documents.id} desc`)
const current = isNull(documents.deletedAt)

type Ways = {
  /** Asked of each document by itself. */
  each: SQL | undefined
  first: number
  /** Some of these that fit, through an index, `counted`; undefined where no index knows them. */
  all: ((which: SQL | undefined) => SQL) | undefined
}

/**
 * The newest documents that the reader may open and that fit. Of few visible ones all are tested. Of many, the first of the newest;
 * then, through an index, all; and where these are too many, more of the newest.
 */
async function find(ctx: Acting<ReadCtx>, theirs: boolean, { each, first, all }: Ways): Promise<Row[]> {
  const rows = (from: SQL, where?: SQL, counted = sql``) =>
    run<Row>(
      ctx,
      sql`select ${columns}${counted} from ${from} where ${and(visibleTo(ctx.actor, ctx.now), where)} ${newest} limit ${few}`,
      { prepared: false },
    )
  const walk = (to: number) =>
    rows(
      amongMany(ctx, (which) => sql`select * from ${documents} where ${which} ${newest} limit ${to}`),
      each,
    )
  // All of theirs first: for the first few in the order of time the planner would walk everybody's.
  if (theirs)
    return rows(
      sql`(select * from ${documents} where ${visibleTo(ctx.actor, ctx.now)} offset 0) documents`,
      each,
    )
  const frequent = await walk(first)
  if (frequent.length === few) return frequent
  const indexed = all ? await rows(amongMany(ctx, all), undefined, sql`, counted`) : []
  if (all && indexed.every(({ counted = 0 }) => counted <= gatheredTo)) return indexed
  const newestOnes = await walk(walkedTo.others)
  const known = new Set(newestOnes.map(({ id }) => id))
  return [...newestOnes, ...indexed.filter(({ id }) => !known.has(id))].slice(0, few)
}

/** Documents of those that the reader sees many of, all or an organisation's, and the few others that they see. */
function amongMany({ actor, now }: Acting<ReadCtx>, some: (which: SQL | undefined) => SQL): SQL {
  const organization = organizationSeen(actor, now)
  if (!organization) return sql`(${some(current)}) documents`
  const theirs = some(and(current, sql`${documents.organizationId} = ${organization.id}`))
  return sql`((${theirs}) union all (${some(and(current, organization.others))})) documents`
}
