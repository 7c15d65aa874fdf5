const maxWords = 8

/** The words of what somebody typed to search for, at most eight. */
export const wordsOf = (text: string): string[] =>
  text
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean)
    .slice(0, maxWords)

/** A text as a LIKE pattern that finds it anywhere; % _ and \ stand for themselves. */
export const anywhere = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
