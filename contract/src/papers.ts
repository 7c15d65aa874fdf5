import type { DocumentKind } from './document-kinds.ts'
import type { Relation } from './link-terms.ts'

/* The papers of a matter, without zod, so that screens do not load it. */

/** A document of a matter with what is known of its signing, as far as the reader sees it. */
export type Paper = {
  id: string
  title: string
  kind: DocumentKind | null
  /** Day on which it was signed; null: not known. */
  executedOn: string | null
  executedIn: string | null
  signedHow: string | null
  signatories: readonly { name: string; capacity: string }[]
}

/** Effect of one paper on another one. */
export type PaperLink = { from: string; relation: Relation; to: string }

/** The kinds that make, change or end a trust, a will or a power: the chain of a matter. */
export const chainKinds = [
  'trust_deed',
  'variation',
  'appointment',
  'retirement',
  'removal',
  'vesting',
  'will',
  'codicil',
  'power_of_attorney',
  'guardianship',
  'care_directive',
  'probate',
  'death_certificate',
] as const satisfies DocumentKind[]

/** Papers of a matter that are looked at, the oldest by their day of signing. */
export const mostPapers = 300
