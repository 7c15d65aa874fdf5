import type { Box } from './messages.ts'
import type { Pdfium } from './pdfium.ts'

/** Largest number of annotations of a page that are looked at. */
const maxOnPage = 2_000

// fpdf_annot.h
export const subtypes = { link: 2, widget: 20 } as const
/** Flags of annotations that are not shown: hidden, and not for a screen. */
const unseen = 0x02 | 0x20

/** A page's visible box in points, and its clockwise rotation in quarters. */
export type PageFrame = {
  /** Index from 0. */
  page: number
  left: number
  bottom: number
  right: number
  top: number
  quarters: number
}

// fpdf_edit.h of this build: the boxes of a page.
const mediaBox = 0
const cropBox = 1

/** Reads where a page lies, without loading it. */
export function frameOf(pdfium: Pdfium, document: number, page: number): PageFrame {
  const { calls } = pdfium
  const read = (kind: number) =>
    pdfium.withBlock(16, (room) => {
      if (!calls.EPDF_GetPageBoxByIndex(document, page, kind, room)) return undefined
      // struct FS_RECTF { float left, top, right, bottom }
      const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(pdfium.memory().buffer, room, 4)
      return { left, top, right, bottom }
    })
  const media = read(mediaBox) ?? { left: 0, top: 792, right: 612, bottom: 0 }
  const crop = read(cropBox) ?? media
  const frame = {
    left: Math.max(media.left, crop.left),
    bottom: Math.max(media.bottom, crop.bottom),
    right: Math.min(media.right, crop.right),
    top: Math.min(media.top, crop.top),
  }
  const whole = frame.right > frame.left && frame.top > frame.bottom ? frame : media
  return { page, ...whole, quarters: calls.EPDF_GetPageRotationByIndex(document, page) & 3 }
}

/** Returns a point of the PDF in fractions of the page as it is shown, from its top left corner; it may lie outside. */
export function pointOn(frame: PageFrame, x: number, y: number): { x: number; y: number } {
  const across = (x - frame.left) / (frame.right - frame.left)
  const down = (frame.top - y) / (frame.top - frame.bottom)
  const turned = [
    { x: across, y: down },
    { x: 1 - down, y: across },
    { x: 1 - across, y: 1 - down },
    { x: down, y: 1 - across },
  ]
  return turned[frame.quarters] as { x: number; y: number }
}

/** Calls `visit` with each annotation of a page that is shown, which is valid only meanwhile. Returns how many there were. */
export function annotationsOn(
  { calls }: Pdfium,
  document: number,
  page: number,
  visit: (annotation: number, subtype: number) => void,
): number {
  const count = Math.min(maxOnPage, calls.EPDFPage_GetAnnotCountRaw(document, page))
  for (let index = 0; index < count; index++) {
    const annotation = calls.EPDFPage_GetAnnotRaw(document, page, index)
    if (annotation === 0) continue
    try {
      if ((calls.FPDFAnnot_GetFlags(annotation) & unseen) === 0)
        visit(annotation, calls.FPDFAnnot_GetSubtype(annotation))
    } finally {
      calls.FPDFPage_CloseAnnot(annotation)
    }
  }
  return Math.max(0, count)
}

/** Returns the part of an annotation's box that lies on the page, if any does. */
export function boxOf(pdfium: Pdfium, annotation: number, frame: PageFrame): Box | undefined {
  const edges = pdfium.withBlock(16, (room) => {
    if (!pdfium.calls.FPDFAnnot_GetRect(annotation, room)) return undefined
    return [...new Float32Array(pdfium.memory().buffer, room, 4)]
  })
  const [left = 0, top = 0, right = 0, bottom = 0] = edges ?? []
  const [one, other] = [pointOn(frame, left, top), pointOn(frame, right, bottom)]
  const [x, end] = onPage(one.x, other.x)
  const [y, low] = onPage(one.y, other.y)
  return edges && end > x && low > y ? { x, y, width: rounded(end - x), height: rounded(low - y) } : undefined
}

const rounded = (part: number): number => Math.round(part * 100_000) / 100_000
const onPage = (one: number, other: number): [number, number] => {
  const within = (part: number) => rounded(Math.min(1, Math.max(0, part)))
  return [within(Math.min(one, other)), within(Math.max(one, other))]
}
