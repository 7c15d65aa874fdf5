/** The alphabet of text messages (3GPP TS 23.038); those of the second kind count twice. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extended = new Set('^{}\\[~]|€\f')

/**
 * Counts the messages that a text is sent and charged as: 160 characters, or 153 in each of several; 70 and 67 with any other character.
 */
export function partsOf(text: string): number {
  const characters = [...text]
  const plain = characters.every((one) => basic.has(one) || extended.has(one))
  const length = plain ? characters.reduce((sum, one) => sum + (extended.has(one) ? 2 : 1), 0) : text.length
  const [alone, joined] = plain ? [160, 153] : [70, 67]
  return length <= alone ? 1 : Math.ceil(length / joined)
}

/**
 * Returns the longest beginning of `typed`, with '...' where it is cut, with which the text has at most `most` parts; '' if there is none.
 */
export function cutToParts(typed: string, most: number, textWith: (typed: string) => string): string {
  if (partsOf(textWith(typed)) <= most) return typed
  const characters = [...typed]
  let [fits, tooLong] = [0, characters.length]
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    const cut = `${characters.slice(0, middle).join('').trimEnd()}...`
    if (partsOf(textWith(cut)) <= most) fits = middle
    else tooLong = middle
  }
  return fits === 0 ? '' : `${characters.slice(0, fits).join('').trimEnd()}...`
}
