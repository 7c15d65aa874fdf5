import { type Found, find, maxCount } from './find.ts'
import { type Box, type Hit, type Place, RenderError, type Tasks } from './messages.ts'
import type { PageContent, Pdf } from './pdf.ts'

/** Characters of a file's text kept for the next search. */
const maxHeldLength = 16 * 1024 * 1024
/** A search works for about this long before it lets other tasks pass. */
const sliceMs = 200

/** The contents of a file's pages that a search has read. */
export type Contents = { pages: Map<number, PageContent>; length: number }
export const noContents = (): Contents => ({ pages: new Map(), length: 0 })

type Searched = { pdf: Pdf | undefined; count: number; contents: Contents }

/** Searches pages until the slice of time is over. */
export function search(file: Searched, input: Tasks['search']['input']): Tasks['search']['output'] {
  const { query, first, onPage } = input
  const hits: Hit[] = []
  const pictures: number[] = []
  const end = performance.now() + sliceMs
  const last = Math.min(input.last ?? file.count, file.count)
  let left = input.places
  for (let page = first; page <= last; page++) {
    const content = contentOf(file, page)
    if (content.text.trim() === '' && content.fields.length === 0 && !content.blank) pictures.push(page)
    const hit = hitOn(file.pdf, page, content, query, Math.min(left, onPage))
    if (hit) {
      hits.push(hit)
      left -= hit.places.length
    }
    if (performance.now() > end && page < last) return { hits, pictures, next: page + 1 }
  }
  return { hits, pictures, next: undefined }
}

/** Finds a text in the words of a page and in what was filled into its forms. */
function hitOn(
  pdf: Pdf | undefined,
  page: number,
  { text, fields }: PageContent,
  query: string,
  most: number,
): Hit | undefined {
  const inText = find(text, query, most)
  const inFields = fields.flatMap(({ value, box }) => {
    const found = find(value, query, 1)
    return found ? { excerpt: found.excerpt, boxes: [box] } : []
  })
  const excerpt = inText?.excerpt ?? inFields[0]?.excerpt
  if (excerpt === undefined) return undefined
  return {
    page,
    count: Math.min(maxCount, (inText?.count ?? 0) + inFields.length),
    excerpt,
    places: [...placesOf(pdf, page, inText?.places ?? []), ...inFields].slice(0, most),
  }
}

/** Places of the finds on the page; none if that cannot be read. */
function placesOf(pdf: Pdf | undefined, page: number, found: Found[]): Place[] {
  let boxes: Box[][] = []
  try {
    if (found.length > 0) boxes = pdf?.boxes(page, found) ?? []
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
  }
  return found.map(({ excerpt }, index) => ({ excerpt, boxes: boxes[index] ?? [] }))
}

function contentOf({ pdf, contents }: Searched, page: number): PageContent {
  const held = contents.pages.get(page)
  if (held !== undefined) return held
  let content: PageContent = { text: '', fields: [], blank: false }
  try {
    content = pdf?.content(page) ?? content
  } catch (error) {
    // One page that cannot be read must not end the search of the others.
    if (!(error instanceof RenderError)) throw error
  }
  const length = content.fields.reduce((sum, { value }) => sum + value.length, content.text.length)
  if (contents.length + length <= maxHeldLength) {
    contents.length += length
    contents.pages.set(page, content)
  }
  return content
}
