import { fold } from '@deedbox/contract/fold.ts'

/** The words (by index) that a searched text covers, ignoring case, accents and line breaks. */
export function matchWords(words: { text: string }[], search: string): Set<number> {
  const needle = fold(search).replace(/\s+/gu, ' ').trim()
  const found = new Set<number>()
  if (needle === '') return found
  const starts: number[] = []
  let text = ''
  for (const word of words) {
    starts.push(text.length)
    text += `${fold(word.text)} `
  }
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1))
    starts.forEach((start, index) => {
      const end = starts[index + 1] ?? text.length
      if (start < at + needle.length && end - 1 > at) found.add(index)
    })
  return found
}
