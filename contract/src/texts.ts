/** Invisible characters that change how a text looks: overrides of the writing direction, zero-width spaces, soft hyphens. */
const invisible = /[\u00ad\u061c\u180e\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/gu

/** Normalises a text to one line, safe in titles, email headers and file names. Applying it twice changes nothing. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replace(invisible, '')
    .normalize('NFC')
    .replace(/ +/g, ' ')
    .trim()

/** Normalises a text of several lines: every kind of line break becomes a newline, other control characters are removed. */
export const inParagraphs = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/(?!\n)\p{Cc}/gu, '')
    .replace(invisible, '')
    .normalize('NFC')
    .trim()
