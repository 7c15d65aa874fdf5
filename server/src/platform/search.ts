import { fold } from '@deedbox/contract/fold.ts'

const maxWords = 8

/** The words of what somebody typed to search for, at most eight, folded as stored texts are (`deedbox_fold`). */
export const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean)
    .slice(0, maxWords)

/** A text as a LIKE pattern that finds it anywhere; % _ and \ mean themselves. */
export const anywhere = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
