import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, fileId, line } from './fields.ts'
import { fileKeyHours } from './file-key.ts'
import { limits } from './limits.ts'
import { type NoteKind, noteKinds } from './note-kinds.ts'
import { mostParts, pageWidths } from './page-pixels.ts'
import { showing } from './refusals.ts'

/** Reading a document page by page. Pages count from 1; boxes are fractions of the page, from its top left corner. */

const documentId = z.object({ documentId: fileId })
const pageNumber = z.coerce.number().int().min(1).max(20_000)
const pageOf = documentId.extend({ page: pageNumber })
/** Range of pages, at most `most` of them. */
const range = (most: number) =>
  z
    .object({ from: pageNumber, to: pageNumber })
    .refine(({ from, to }) => to >= from && to < from + most, { error: `At most ${most} pages at once` })

const box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
const text = z.object({ text: z.string(), words: z.array(box.extend({ text: z.string() })) })

export const listPages = endpoint({
  id: 'listPages',
  summary:
    'The number and sizes of the pages, and whether there are an outline, links or notes; called when the reader opens',
  who: 'signed-in',
  scope: 'read',
  params: documentId,
  response: z.object({
    pages: z.array(z.object({ width: z.number(), height: z.number() })),
    outline: z.boolean(),
    /** State: the end of the file is missing, so pages may be missing too. */
    cutOff: z.boolean(),
    /** Name and media type of this file. */
    file: z.object({ name: z.string(), type: z.string() }),
    /** Files attached to a mail, each read under the id of this file with a dot and its number; `opens`: its pages can be shown. */
    attachments: z.array(
      z.object({
        number: z.number(),
        name: z.string(),
        size: z.number(),
        type: z.string(),
        opens: z.boolean(),
      }),
    ),
    /** State: it has links or notes. */
    annotations: z.boolean(),
  }),
  refuses: [...showing],
})

export const unlockFile = endpoint({
  id: 'unlockFile',
  summary: `Tries the password of a PDF. The answer is a key, good for ${fileKeyHours} hours, for the header \`Deedbox-File-Key\` of the calls that read its pages`,
  who: 'signed-in',
  noProof: 'looks',
  scope: 'read',
  perPersonMinute: 10,
  params: documentId,
  body: z.strictObject({ password: z.string().min(1).max(limits.text.filePassword) }),
  response: z.object({ key: z.string() }),
  refuses: [...showing, 'file-password-wrong'],
})

const isPageWidth = (width: number): boolean => (pageWidths as readonly number[]).includes(width)
const widthNeeded = `The width is one of ${pageWidths.join(', ')}`
const partNumber = z.coerce
  .number()
  .int()
  .min(0)
  .max(mostParts - 1)

/** Purposes of drawing a page. 'ahead': it is not shown yet, and `showPages` says when it is. */
export const drawnFor = ['reading', 'ahead', 'printing'] as const

export const drawPage = endpoint({
  id: 'drawPage',
  summary:
    'One page as an image, watermarked for everyone who sees the document through a grant; for printing only to those who may download',
  who: 'signed-in',
  noProof: 'looks',
  scope: 'read',
  params: pageOf,
  query: z
    .object({
      for: z.enum(drawnFor).default('reading'),
      /** Width of the whole page in pixels; two pixels for each point where nothing is said. */
      width: z.coerce.number().int().refine(isPageWidth, { error: widthNeeded }).optional(),
      /** Place of the part to draw, from 0, in a page of this width (`page-pixels.ts`). */
      column: partNumber.optional(),
      row: partNumber.optional(),
    })
    .refine(
      ({ width, column, row, ...query }) =>
        column === undefined
          ? row === undefined
          : row !== undefined && width !== undefined && query.for === 'reading',
      { error: 'A part of a page has a width, a column and a row, and is for reading' },
    ),
  sends: 'image/jpeg',
  response: z.unknown(),
  refuses: [...showing, 'download-not-allowed', 'not-found'],
})

export const showPages = endpoint({
  id: 'showPages',
  summary: 'Says that pages which were drawn ahead for the caller have been shown',
  who: 'signed-in',
  noProof: 'looks',
  scope: 'read',
  params: documentId,
  body: z.strictObject({
    pages: z.array(z.number().int().min(1).max(20_000)).min(1).max(limits.viewer.shownEach),
  }),
  response: done,
  refuses: ['document-not-found', 'not-found'],
})

export const drawThumbnails = endpoint({
  id: 'drawThumbnails',
  summary: `Small images of up to ${limits.viewer.thumbnailsEach} pages (JPEG, base64), watermarked like the pages`,
  who: 'signed-in',
  scope: 'read',
  params: documentId,
  query: range(limits.viewer.thumbnailsEach),
  response: z.object({ thumbnails: z.array(z.object({ page: z.number(), image: z.string() })) }),
  refuses: [...showing, 'not-found'],
})

export const pageText = endpoint({
  id: 'pageText',
  summary: 'The words of one page and their positions (fractions of the page), for those who may download',
  who: 'signed-in',
  scope: 'read',
  params: pageOf,
  response: text,
  refuses: [...showing, 'download-not-allowed', 'not-found'],
})

export const pagesText = endpoint({
  id: 'pagesText',
  summary: `The words of up to ${limits.viewer.textEach} pages and their positions, for those who may download`,
  who: 'signed-in',
  scope: 'read',
  params: documentId,
  query: range(limits.viewer.textEach),
  response: z.object({ pages: z.array(text.extend({ page: z.number() })) }),
  refuses: [...showing, 'download-not-allowed', 'not-found'],
})

export const documentOutline = endpoint({
  id: 'documentOutline',
  summary: 'The bookmarks of a PDF in their order, each with its depth and its page',
  who: 'signed-in',
  scope: 'read',
  params: documentId,
  response: z.object({
    entries: z.array(z.object({ title: z.string(), depth: z.number(), page: z.number().nullable() })),
  }),
  refuses: [...showing],
})

const kinds = Object.keys(noteKinds) as [NoteKind, ...NoteKind[]]

export const documentAnnotations = endpoint({
  id: 'documentAnnotations',
  summary:
    'The links of a PDF and the notes that people wrote into it; texts and authors of notes only for those who may download',
  who: 'signed-in',
  scope: 'read',
  params: documentId,
  response: z.object({
    links: z.array(
      z.object({
        page: z.number(),
        box,
        /** Page of this document, perhaps a part of it (a fraction of its height), or an address: http, https or mailto. */
        to: z.union([
          z.object({ page: z.number(), y: z.number().nullable() }),
          z.object({ address: z.string() }),
        ]),
      }),
    ),
    notes: z.array(
      z.object({
        page: z.number(),
        box,
        kind: z.enum(kinds),
        /** Words of a note, null for who may only view. */
        words: z.object({ text: z.string(), author: z.string(), at: z.string().nullable() }).nullable(),
      }),
    ),
    /** State: there are more notes than these. */
    more: z.boolean(),
  }),
  refuses: [...showing],
})

export const searchPages = endpoint({
  id: 'searchPages',
  summary: 'The pages of a document that contain a text, and where on them',
  who: 'signed-in',
  scope: 'read',
  params: documentId,
  query: z
    .object({
      text: line(limits.text.search).min(1),
      /** Pages to search, with all places of each; otherwise the whole document. */
      from: pageNumber.optional(),
      to: pageNumber.optional(),
    })
    .refine(
      ({ from, to = 0 }) =>
        from === undefined ? to === 0 : to >= from && to < from + limits.viewer.textEach,
      {
        error: `A range has both ends and at most ${limits.viewer.textEach} pages`,
      },
    ),
  response: z.object({
    /** Number of pages that are pictures in which no words are known, and of those whose words have not been read yet. */
    wordless: z.number(),
    unread: z.number(),
    hits: z.array(
      z.object({
        page: z.number(),
        count: z.number(),
        excerpt: z.string(),
        /** Places found, of a whole document the first 50 of a page and 1,000 in all, with a box for each line that they cover. */
        places: z.array(z.object({ excerpt: z.string(), boxes: z.array(box) })),
      }),
    ),
  }),
  refuses: [...showing],
})
