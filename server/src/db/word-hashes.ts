import { createHmac, randomBytes } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import { type Keyring, MasterKeyError } from '../platform/encryption/keys.ts'
import { seal, unseal } from '../platform/encryption/sealed.ts'
import { wordsAsked } from '../platform/words.ts'
import type { Database } from './client.ts'
import { documents } from './tables/documents.ts'
import { documentWords, wordIndex } from './tables/words.ts'

/** Hashes of the words of this deployment's documents, under a key of its own (ADR 45). */
export type Words = {
  /** Returns the hashes of words, sorted as PostgreSQL reads an array of bigint. */
  hashesOf(words: Iterable<string>): string
  /**
   * Returns a condition on `documents`: the text of the document has every word of this text; where it has no word to look for, nothing
   * has. 'each': asked of each document by itself, where few are tested. 'all': through the index, of all documents.
   */
  contain(text: string, how: 'each' | 'all'): SQL
  /** Returns the ids of these documents as rows, through the index; of more than `most`, some. */
  idsWith(text: string, most: number): SQL
}

export const wordsPurpose = 'word hashes'
const most = 10_001

/**
 * Opens the key of the hashes, or makes it once.
 * @throws MasterKeyError when its master key is not in the keyring
 */
export async function openWords({ db }: Pick<Database, 'db'>, keyring: Keyring): Promise<Words> {
  const made = seal(keyring, wordsPurpose, randomBytes(32).toString('base64'))
  const read = () => db.select({ key: wordIndex.key }).from(wordIndex)
  let [row] = await read()
  if (!row) {
    await db.insert(wordIndex).values({ key: made }).onConflictDoNothing()
    row = (await read())[0]
  }
  if (!row) throw new Error('The key of the word hashes was not stored')
  const secret = await opened(row.key)
  return wordsUnder(Buffer.from(secret, 'base64'))

  /** Opens the key. One that cannot be opened is replaced where nothing was hashed under it. */
  async function opened(sealed: string): Promise<string> {
    try {
      return unseal(keyring, wordsPurpose, sealed)
    } catch (error) {
      const [used] = await db.select({ one: sql`1` }).from(documentWords).limit(1)
      if (used || !(error instanceof MasterKeyError)) throw error
      await db.update(wordIndex).set({ key: made }).where(eq(wordIndex.key, sealed))
      return unseal(keyring, wordsPurpose, (await read())[0]?.key ?? sealed)
    }
  }
}

function wordsUnder(key: Buffer): Words {
  const hash = (word: string): bigint => createHmac('sha256', key).update(word).digest().readBigInt64BE()
  const hashesOf = (words: Iterable<string>) =>
    `{${[...new Set([...words].map(hash))].sort((a, b) => (a < b ? -1 : 1)).join()}}`
  const wantedBy = (text: string): SQL | undefined => {
    const words = wordsAsked(text)
    return words.length > 0 ? sql`${hashesOf(words)}::bigint[]` : undefined
  }
  const idsWith = (text: string, most: number): SQL => {
    const wanted = wantedBy(text)
    return wanted
      ? sql`select deedbox_documents_with(${wanted}, ${most}::int) as id`
      : sql`select null::uuid as id where false`
  }
  return {
    hashesOf,
    contain: (text, how) => {
      if (how === 'all') return sql`${documents.id} in (${idsWith(text, most)})`
      const wanted = wantedBy(text)
      if (!wanted) return sql`false`
      return sql`coalesce((select ${documentWords.hashes} @> ${wanted} from ${documentWords} where ${documentWords.documentId} = ${documents.id}), false)`
    },
    idsWith,
  }
}
