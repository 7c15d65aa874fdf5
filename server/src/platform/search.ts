import { fold } from '@deedbox/contract/fold.ts'

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
