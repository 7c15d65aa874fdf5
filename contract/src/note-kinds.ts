/** Kinds of notes in a PDF, and how they are called. */
export const noteKinds = {
  note: 'Note',
  text: 'Text on the page',
  highlight: 'Highlighted',
  underline: 'Underlined',
  strikeout: 'Struck out',
  insert: 'To be inserted',
  drawing: 'Drawing',
  stamp: 'Stamp',
  attachment: 'Attached file',
} as const

export type NoteKind = keyof typeof noteKinds
