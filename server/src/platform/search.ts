import { fold } from '@deedbox/contract/fold.ts'
import { type Column, type SQL, sql } from 'drizzle-orm'

const maxWords = 8

/** Returns the words of a search, at most eight, folded like the stored texts (`deedbox_fold`). */
export const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean)
    .slice(0, maxWords)

/** Escapes a text for a LIKE pattern. */
export const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Makes a LIKE pattern that matches the text anywhere. */
export const anywhere = (text: string): string => `%${escaped(text)}%`

/** Tells whether a word has three letters or digits in a row, by which an index of trigrams finds every text that has them. */
export const hasTrigram = (word: string): boolean => /[\p{L}\p{N}]{3}/u.test(word)

/**
 * Condition: the text contains the word anywhere. A word without a trigram would have its index read from end to end. That is still the soonest for a person
 * who sees everything; to one who sees `few` of the texts it is not offered, and these are looked at.
 */
export const contains = (text: Column | SQL, word: string, few = false): SQL =>
  few && !hasTrigram(word) ? sql`strpos(${text}, ${word}) > 0` : sql`${text} like ${anywhere(word)}`
