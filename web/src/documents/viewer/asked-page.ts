/**
 * Reads the page number that a reader typed.
 *
 * @returns the page, from 1 to `count`; null for an empty field; a sentence for what is no page of the document
 */
export function askedPage(typed: string, count: number): number | string | null {
  const text = typed.trim()
  if (text === '') return null
  if (!/^\d+$/.test(text)) return 'Enter a page number'
  const page = Number(text)
  if (page >= 1 && page <= count) return page
  return count === 1 ? 'This document has one page' : `This document has ${count} pages`
}
