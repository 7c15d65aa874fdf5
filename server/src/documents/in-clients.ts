import { and, isNull, like, type SQL, sql } from 'drizzle-orm'
import type { ReadCtx } from '../context/context.ts'
import { clientKey } from '../db/client-key.ts'
import { frozen, run } from '../db/named.ts'
import { clients, documents } from '../db/tables/documents.ts'
import { anywhere, wordsOf } from '../platform/search.ts'

/** The text of a document without its client, and those whose client `clients` spells otherwise, in the words of their indexes. */
const apart = frozen(
  sql`deedbox_fold(${documents.title} || ' ' || ${documents.ownerName} || ' ' || ${documents.ownerEmail} || ' ' || ${documents.fileName})`,
)
const speltOtherwise = frozen(
  sql`${clientKey(sql`${documents.clientName}`)} <> lower(${documents.clientName}) and ${isNull(documents.deletedAt)}`,
)
/** The rest of a client's name after its first letter. */
const tail = frozen(sql`substr(${clients.key}, 2)`)

/**
 * So many documents may have a word elsewhere than in their client; so many clients, and documents of these, are read for a list.
 * A word that one of the `sample` has elsewhere is not looked for in the index: too many may have it.
 */
const usual = { elsewhere: 500, clients: 500, documents: 2_000, sample: 1_000 }
type Most = typeof usual

/** What is known of the documents that a search can find. */
export type InClients = {
  /** All of these documents, where they are few: a condition over `documents`. */
  few?: SQL
  /** In the order of clients, where the first or the last of theirs is; all other documents that fit are among `others`. */
  names?: { first: SQL; last: SQL }
  others: SQL
}

/**
 * Words that are in names of clients and hardly anywhere else, such as the name of a large client: then all that fits is with these
 * clients. A word is within one of the texts that a search looks at, because it has no space. Undefined where this does not help.
 */
export async function inClients(
  ctx: ReadCtx,
  search: string,
  most: Most = usual,
): Promise<InClients | undefined> {
  const asked = [...new Set(wordsOf(search))].filter((word) => /[\p{L}\p{N}]{3}/u.test(word))
  const rare = await notInSample(ctx, asked, most)
  if (rare.length === 0) return undefined
  const [spelt = [], ...lists] = await listsOf(
    ctx,
    [speltOtherwise, ...rare.map((word) => sql`${apart} like ${anywhere(word)}`)].map(
      (which) => sql`select ${documents.id} from ${documents} where ${which} limit ${most.elsewhere + 1}`,
    ),
  )
  const inThem = rare.flatMap((word, n) => {
    const ids = lists[n] ?? []
    return ids.length <= most.elsewhere ? [{ word, ids }] : []
  })
  if (inThem.length === 0 || spelt.length > most.elsewhere) return undefined
  const ids = new Set([spelt, ...inThem.map(({ ids }) => ids)].flat())
  const others = sql`${documents.id} = any(${`{${[...ids].join(',')}}`}::uuid[])`
  const words = inThem.map(({ word }) => word)
  return { others, ...(await ofClients(ctx, words, others, most)) }
}

/** Those of the words that no document of a sample has elsewhere than in its client: the others are in too many to look them up. */
async function notInSample(ctx: ReadCtx, words: string[], { sample }: Most): Promise<string[]> {
  if (words.length === 0) return []
  const has = words.map(
    (word) =>
      sql`coalesce(bool_or(${like(documents.searchText, anywhere(word))} and deedbox_fold(coalesce(${documents.clientName}, '')) not like ${anywhere(word)}), false)`,
  )
  const [row] = await run<{ has: boolean[] }>(
    ctx,
    sql`select array[${sql.join(has, sql`, `)}] as has from (select * from ${documents} limit ${sample}) documents`,
    { prepared: false },
  )
  return words.filter((_, n) => row?.has[n] === false)
}

/** The single column of several statements, as lists. */
async function listsOf(ctx: ReadCtx, statements: SQL[]): Promise<string[][]> {
  const lists = statements.map((statement) => sql`to_jsonb(array(${statement}))`)
  const [row] = await run<{ lists: string[][] }>(
    ctx,
    sql`select jsonb_build_array(${sql.join(lists, sql`, `)}) as lists`,
    { prepared: false },
  )
  return row?.lists ?? []
}

/** The clients whose names have all of the words. */
async function ofClients(
  ctx: ReadCtx,
  asked: string[],
  others: SQL,
  most: Most,
): Promise<Omit<InClients, 'others'>> {
  const words = asked.filter((word) => !asked.some((other) => other !== word && other.includes(word)))
  const tails = await listsOf(
    ctx,
    words.map(
      (word) =>
        sql`select ${clients.key} from ${clients} where ${tail} like ${anywhere(word)} limit ${most.clients + 1}`,
    ),
  )
  const known = words.flatMap((word, n) => {
    const keys = tails[n] ?? []
    return keys.length <= most.clients ? [{ word, keys }] : []
  })
  const keys = await keysWith(ctx, words, known, most)
  const theirs = sql`(${clientKey(sql`${documents.clientName}`)} = any(array(select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb)))
    and ${documents.clientName} is not null and ${isNull(documents.deletedAt)})`
  if (keys.length === 0) return { few: others }
  if (keys.length <= most.clients && (await isFew(ctx, theirs, most)))
    return { few: sql`(${others} or ${theirs})` }
  const [begins] = known
  return begins ? { names: endsOf(begins) } : {}
}

type Known = { word: string; keys: string[] }

/** Clients with all of the words, some of more: where no two names begin with two different words, one is in the rest of the name. */
async function keysWith(ctx: ReadCtx, words: string[], known: Known[], most: Most): Promise<string[]> {
  const [one, other] = known
  if (one && other)
    return [...new Set([...one.keys, ...other.keys])].filter((key) =>
      words.every((word) => key.includes(word)),
    )
  // Their index has a space for each of these signs.
  const has = words.flatMap((word) => [
    like(clients.key, anywhere(word)),
    like(clients.words, anywhere(word.replace(/[-/(&]/g, ' '))),
  ])
  const [keys = []] = await listsOf(ctx, [
    sql`select ${clients.key} from ${clients} where ${and(...has)} limit ${most.clients + 1}`,
  ])
  return keys
}

/** A name with the word begins with it or is among `keys`. No name that begins with a word comes before the word itself. */
function endsOf({ word, keys }: Known): { first: SQL; last: SQL } {
  const others = sql`select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) as key`
  const begins = sql`select ${clients.key} as key from ${clients}
    where key collate "C" >= ${word} and key collate "C" <= ${`${word}\u{10ffff}`}`
  return {
    first: sql`(select min(key) from (select ${word}::text as key union all ${others}) keys)`,
    last: sql`(select max(key) from (${begins} union all ${others}) keys)`,
  }
}

async function isFew(ctx: ReadCtx, which: SQL, most: Most): Promise<boolean> {
  const more = sql`select exists (select 1 from ${documents} where ${which} offset ${most.documents}) as more`
  const [row] = await run<{ more: boolean }>(ctx, more, { prepared: false })
  return row?.more === false
}
