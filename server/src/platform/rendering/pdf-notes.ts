import { outsideAddress } from '@deedbox/contract/link-address.ts'
import type { NoteKind } from '@deedbox/contract/note-kinds.ts'
import type { Annotations, Link, Note } from './messages.ts'
import { annotationsOn, boxOf, frameOf, type PageFrame, pointOn, subtypes } from './pdf-annotations.ts'
import { pdfDate } from './pdf-date.ts'
import { cutAt, inOneLine, readString } from './pdf-strings.ts'
import type { Pdfium } from './pdfium.ts'

/** Annotations of a document that are looked at, and the most links and notes that are told. */
const most = { looked: 50_000, links: 5_000, notes: 1_000 }
/** Characters of a note's text, of all texts together, and of an author's name. */
const longest = { text: 4_000, texts: 400_000, author: 100 }
/** Bytes of an address that are read. */
const maxAddress = 8_192

// fpdf_annot.h
const kinds: Readonly<Record<number, NoteKind>> = {
  1: 'note',
  3: 'text',
  4: 'drawing',
  5: 'drawing',
  6: 'drawing',
  7: 'drawing',
  8: 'drawing',
  9: 'highlight',
  10: 'underline',
  11: 'underline',
  12: 'strikeout',
  13: 'stamp',
  14: 'insert',
  15: 'drawing',
  17: 'attachment',
}

// fpdf_doc.h
const actionGoTo = 1
const actionUri = 3

/** The links of a PDF and the notes that people have written into it, page by page; no page is loaded for that. */
export function readAnnotations(pdfium: Pdfium, document: number, pages: number): Annotations {
  const links: Link[] = []
  const notes: Note[] = []
  let looked = 0
  let length = 0
  let more = false
  const frame = frames(pdfium, document)
  for (let page = 0; page < pages && looked < most.looked; page++) {
    looked += annotationsOn(pdfium, document, page, (annotation, subtype) => {
      if (subtype === subtypes.link) {
        const link = links.length < most.links && linkOf(pdfium, document, annotation, pages, frame)
        const box = link && boxOf(pdfium, annotation, frame(page))
        if (link && box) links.push({ page: page + 1, box, ...link })
        return
      }
      const kind = kinds[subtype]
      const note = kind && noteOf(pdfium, annotation, kind)
      const box = note && boxOf(pdfium, annotation, frame(page))
      if (!note || !box) return
      if (notes.length === most.notes || length + note.text.length > longest.texts) more = true
      else {
        length += note.text.length
        notes.push({ page: page + 1, box, ...note })
      }
    })
  }
  return { links, notes, more: more || looked >= most.looked }
}

/** Remembers the frames of pages. */
function frames(pdfium: Pdfium, document: number): (page: number) => PageFrame {
  const known = new Map<number, PageFrame>()
  return (page) => {
    const frame = known.get(page) ?? frameOf(pdfium, document, page)
    known.set(page, frame)
    return frame
  }
}

function noteOf(pdfium: Pdfium, annotation: number, kind: NoteKind): Omit<Note, 'page' | 'box'> | undefined {
  const read = (key: string) =>
    readString(pdfium, (pointer, length) =>
      pdfium.calls.FPDFAnnot_GetStringValue(annotation, key, pointer, length),
    )
  const text = read('Contents').replace(/\r\n?/g, '\n').trim()
  // A mark that is only drawn, such as a marker's colour, is seen on the page.
  if (text === '') return undefined
  return {
    kind,
    text: cutAt(text, longest.text),
    author: cutAt(inOneLine(read('T')), longest.author),
    at: pdfDate(read('M')) ?? pdfDate(read('CreationDate')),
  }
}

function linkOf(
  pdfium: Pdfium,
  document: number,
  annotation: number,
  pages: number,
  frame: (page: number) => PageFrame,
): Pick<Link, 'to'> | undefined {
  const { calls } = pdfium
  const link = calls.FPDFAnnot_GetLink(annotation)
  if (link === 0) return undefined
  let place = calls.FPDFLink_GetDest(document, link)
  if (!place) {
    const action = calls.FPDFLink_GetAction(link)
    const type = action ? calls.FPDFAction_GetType(action) : 0
    if (type === actionUri) {
      const address = outsideAddress(addressOf(pdfium, document, action))
      return address === null ? undefined : { to: { address } }
    }
    if (type === actionGoTo) place = calls.FPDFAction_GetDest(document, action)
  }
  const index = place ? calls.FPDFDest_GetDestPageIndex(document, place) : -1
  if (index < 0 || index >= pages) return undefined
  return { to: { page: index + 1, y: heightOf(pdfium, place, frame(index)) } }
}

/** Place to which a link leads, as a fraction of the height of its page; null where it leads to the page. */
function heightOf(pdfium: Pdfium, place: number, frame: PageFrame): number | null {
  return pdfium.withBlock(24, (room) => {
    const [hasX, hasY, hasZoom, x, y, zoom] = [room, room + 4, room + 8, room + 12, room + 16, room + 20]
    if (!pdfium.calls.FPDFDest_GetLocationInPage(place, hasX, hasY, hasZoom, x, y, zoom)) return null
    const [knowsX, knowsY] = new Int32Array(pdfium.memory().buffer, room, 2)
    const [left = 0, top = 0] = new Float32Array(pdfium.memory().buffer, x, 2)
    if (!knowsY) return null
    const at = pointOn(frame, knowsX ? left : frame.left, top).y
    return at > 0 && at < 1 ? Math.round(at * 10_000) / 10_000 : null
  })
}

function addressOf(pdfium: Pdfium, document: number, action: number): string {
  const { calls } = pdfium
  const length = calls.FPDFAction_GetURIPath(document, action, 0, 0)
  if (length < 2 || length > maxAddress) return ''
  return pdfium.withBlock(length, (pointer) => {
    calls.FPDFAction_GetURIPath(document, action, pointer, length)
    return Buffer.from(pdfium.memory().slice(pointer, pointer + length - 1)).toString('utf8')
  })
}
