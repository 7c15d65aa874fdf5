const longest = 200

/** Splits a page's text into pieces that a voice reads at once: sentences, and parts of very long ones. */
export function sentencesOf(text: string): string[] {
  const whole = text.replace(/\s+/gu, ' ').trim()
  const sentences = whole.match(/[^.!?;:]+[.!?;:]*\s*/gu) ?? []
  return sentences
    .flatMap((sentence) => inParts(sentence.trim()))
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
}

function inParts(sentence: string): string[] {
  if (sentence.length <= longest) return [sentence]
  const cut = sentence.lastIndexOf(' ', longest)
  const at = cut > 0 ? cut : longest
  return [sentence.slice(0, at), ...inParts(sentence.slice(at).trim())]
}
