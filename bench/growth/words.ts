import pg from 'pg'
import type { Words } from '../../server/src/db/word-hashes.ts'
import { wordRules } from '../../server/src/platform/words.ts'

/** Words of texts that are searched for, and in one of how many documents each is. */
export const textWords = { everyother: 2, everytenth: 10, everythousandth: 1_000 }
/** Word in the texts of five documents. */
export const rareWord = 'inafew'

/**
 * Number of words that a document has besides, and of those that they are drawn from: the first are in most texts, the last in hardly any.
 */
const drawn = 40
const known = 20_000

/** Gives every document the words of a text. Those that nobody looks for need no key: any number will do as their hash. */
export async function giveWords(databaseUrl: string, words: Words): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const hash = (word: string) => `${words.hashesOf([word]).slice(1, -1)}::bigint`
  const searched = Object.entries(textWords).map(
    ([word, each]) => `select ${hash(word)} where (h & 2147483647) % ${each} = 0`,
  )
  try {
    const { rows } = await client.query('select from document_words limit 1')
    if (rows.length > 0) return
    const index = 'create index document_words_hashes on document_words using gin (hashes)'
    await client.query(`set maintenance_work_mem = '1GB'; begin; drop index document_words_hashes`)
    await client.query(`
      insert into document_words (document_id, hashes, outcome, reader, read_at)
      select id, (select array_agg(hash order by hash) from (
          select distinct hashint8extended(floor(exp((uuid_hash_extended(id, each) & 2147483647) / 2147483648::float8 * ln(${known}::float8)))::bigint, 0) as hash
            from generate_series(1, ${drawn}) each
          union ${searched.join(' union ')}
          union select ${hash(rareWord)} where title like '%Wattlebird%'
        ) w), 'read', '${wordRules}.growth', now()
      from documents, lateral (select uuid_hash_extended(id, 0) as h) spread where wrapped_key is not null`)
    await client.query(`${index}; commit`)
    await client.query('vacuum analyze document_words')
  } finally {
    await client.end()
  }
}
