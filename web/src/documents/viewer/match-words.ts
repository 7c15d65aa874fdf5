import { fold } from '@deedbox/contract/fold.ts'

/** Which words (by index) a searched text is on, whatever the case, the accents and the line breaks. */
export function matchWords(words: { text: string }[], search: string): Set<number> {
  const wanted = fold(search).replace(/\s+/gu, ' ').trim()
  const found = new Set<number>()
  if (wanted === '') return found
  const starts: number[] = []
  let text = ''
  for (const word of words) {
    starts.push(text.length)
    text += `${fold(word.text)} `
  }
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    starts.forEach((start, index) => {
      const end = starts[index + 1] ?? text.length
      if (start < at + wanted.length && end - 1 > at) found.add(index)
    })
  return found
}
