import { fold } from '@deedbox/contract/fold.ts'

const maxWords = 8

/** The words of a search, at most eight, folded like the stored texts (`deedbox_fold`). */
export const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean)
    .slice(0, maxWords)

/** A text within a LIKE pattern. */
export const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** A LIKE pattern that matches the text anywhere. */
export const anywhere = (text: string): string => `%${escaped(text)}%`
