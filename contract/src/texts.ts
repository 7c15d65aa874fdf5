/** Characters that nobody sees and that change what is seen: overrides of the writing direction, zero-width spaces, soft hyphens. */
const unseen = /[\u00ad\u061c\u180e\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/gu

/** A text on one line, written in one way: it goes into titles, headers of mails and file names. Doing it twice changes nothing. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replace(unseen, '')
    .normalize('NFC')
    .replace(/ +/g, ' ')
    .trim()

/** A text of several lines, written in one way: every kind of line break is a newline, other control characters go. */
export const inParagraphs = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/(?!\n)\p{Cc}/gu, '')
    .replace(unseen, '')
    .normalize('NFC')
    .trim()
