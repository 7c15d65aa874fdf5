import type { OutlineEntry } from './messages.ts'
import { cutAt, inOneLine, readString } from './pdf-strings.ts'
import type { Pdfium } from './pdfium.ts'

const maxEntries = 2_000
const maxDepth = 8
const maxTitle = 300

// fpdf_doc.h
const actionGoTo = 1

/** The bookmarks of a PDF from top to bottom, each with its page where it leads to one. */
export function readOutline(pdfium: Pdfium, document: number, pages: number): OutlineEntry[] {
  const { calls } = pdfium
  const entries: OutlineEntry[] = []
  // A broken file may lead in circles.
  const seen = new Set<number>()
  const pageOf = (bookmark: number): number | null => {
    let place = calls.FPDFBookmark_GetDest(document, bookmark)
    if (!place) {
      const action = calls.FPDFBookmark_GetAction(bookmark)
      if (action && calls.FPDFAction_GetType(action) === actionGoTo)
        place = calls.FPDFAction_GetDest(document, action)
    }
    const index = place ? calls.FPDFDest_GetDestPageIndex(document, place) : -1
    return index >= 0 && index < pages ? index + 1 : null
  }
  const write = (bookmark: number) => (pointer: number, length: number) =>
    calls.FPDFBookmark_GetTitle(bookmark, pointer, length)
  const walk = (parent: number, depth: number): void => {
    let bookmark = calls.FPDFBookmark_GetFirstChild(document, parent)
    while (bookmark && !seen.has(bookmark) && entries.length < maxEntries) {
      seen.add(bookmark)
      const title = cutAt(inOneLine(readString(pdfium, write(bookmark))), maxTitle)
      if (title) entries.push({ title, depth, page: pageOf(bookmark) })
      if (depth + 1 < maxDepth) walk(bookmark, depth + 1)
      bookmark = calls.FPDFBookmark_GetNextSibling(document, bookmark)
    }
  }
  walk(0, 0)
  return entries
}
