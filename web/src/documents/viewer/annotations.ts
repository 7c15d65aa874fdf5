import { leadsTo } from '@deedbox/contract/link-address.ts'
import { noteKinds } from '@deedbox/contract/note-kinds.ts'
import type { Answer } from '../../lib/api.ts'

type Annotations = Answer<'GET /api/documents/:documentId/annotations'>
export type PageLink = Annotations['links'][number]
/** A note with its number in the document, from 1. */
export type Note = Annotations['notes'][number] & { number: number }

/** Links and notes of a document, as a reader of pages needs them. */
export type Marks = {
  links: readonly PageLink[]
  notes: readonly Note[]
  currentNote: number | null
  onLink: (to: PageLink['to']) => void
  onNote: (note: Note) => void
}

/** Characters of a note that name its mark. */
const named = 80

export const numbered = (notes: Annotations['notes']): Note[] =>
  notes.map((note, index) => ({ ...note, number: index + 1 }))

export const linkName = (to: PageLink['to']): string =>
  'address' in to ? `Link to ${leadsTo(to.address)}` : `Go to page ${to.page}`

/** Names a note's mark on the page by its number, its author and its first words, where they may be read. */
export function noteName({ number, kind, words }: Note): string {
  const name = `${noteKinds[kind]} ${number}`
  if (!words) return name
  const text = words.text.replace(/\s+/g, ' ')
  const begin = text.length > named ? `${text.slice(0, named - 1).toWellFormed()}…` : text
  return `${name}${words.author && ` by ${words.author}`}: ${begin}`
}

/** Puts the texts of pages together as they are copied. */
export const copiedText = (pages: readonly { text: string }[]): string =>
  pages
    .map(({ text }) => text.trim())
    .filter((text) => text !== '')
    .join('\n\n')
