const plain = (text: string) => text.normalize('NFC').toLowerCase()

/** Which words (by index) a searched text stands on, whatever the case and the line breaks. */
export function matchWords(words: { text: string }[], search: string): Set<number> {
  const wanted = plain(search).replace(/\s+/gu, ' ').trim()
  const found = new Set<number>()
  if (wanted === '') return found
  const starts: number[] = []
  let text = ''
  for (const word of words) {
    starts.push(text.length)
    text += `${plain(word.text)} `
  }
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    starts.forEach((start, index) => {
      const end = starts[index + 1] ?? text.length
      if (start < at + wanted.length && end - 1 > at) found.add(index)
    })
  return found
}
