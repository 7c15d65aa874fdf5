import type { MatterKind } from './matter-terms.ts'

/** Words of names that tell the kind of a matter, the first that fits; of a trust without more words a family trust is the usual one. */
const telling: readonly (readonly [RegExp, MatterKind])[] = [
  [/\b(super(annuation)?( fund)?|smsf)\b/i, 'super_fund'],
  [/\bestate of\b|\bestate$|\bdeceased\b|\bdec'd\b/i, 'estate'],
  [/\bunit trust\b/i, 'unit_trust'],
  [/\bhybrid trust\b/i, 'hybrid_trust'],
  [/\b(testamentary|will) trust\b/i, 'testamentary_trust'],
  [/\bbare trust\b/i, 'bare_trust'],
  [/\bcharitable\b|\bfoundation\b/i, 'charitable_trust'],
  [/\btrust\b/i, 'family_trust'],
  [/\b(pty|ltd|limited|company|incorporated|inc)\b/i, 'company'],
]

/** Suggests what kind of matter a client is, by their name. */
export const suggestedMatterKind = (name: string): MatterKind =>
  telling.find(([words]) => words.test(name))?.[1] ?? 'person'
