/** A word and its position, in fractions of the page. */
export type Word = { text: string; x: number; y: number; width: number; height: number }

/** Groups words into lines: a new line begins at a word that is lower or higher, or left of the last one's end. */
export function linesOf<W extends Word>(words: W[]): W[][] {
  const lines: W[][] = []
  let last: W | undefined
  for (const word of words) {
    const line = lines.at(-1)
    const sameHeight = last && Math.abs(word.y + word.height - last.y - last.height) < last.height / 2
    const follows = last && word.x >= last.x + last.width - last.height / 4
    if (line && sameHeight && follows) line.push(word)
    else lines.push([word])
    last = word
  }
  return lines
}
