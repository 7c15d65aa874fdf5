import { and, like, type SQL, sql } from 'drizzle-orm'
import { anywhere } from '../platform/search.ts'
import { documents } from './tables/documents.ts'

/**
 * Words of one or two letters are in no index of three. Single letters have one of their own; with another letter between any two
 * letters of a text, those of two are found. This follows from the word's condition, and only lets an index find it.
 */
export function short(word: string): SQL | undefined {
  const letters = [...word]
  if (letters.length === 1) return sql`string_to_array(${documents.searchText}, null) @> array[${word}::text]`
  return /^[\p{L}\p{N}]{2}$/u.test(word)
    ? sql`regexp_replace(${documents.searchText}, '(.)', '\\1x', 'g') like ${`%${letters.map((letter) => `${letter}x`).join('')}%`}`
    : undefined
}

/** A document with this word, for an index to find. */
export const hasWord = (word: string): SQL | undefined =>
  and(like(documents.searchText, anywhere(word)), short(word))
