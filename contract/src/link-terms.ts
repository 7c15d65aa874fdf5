/** Effects of a document on another one: the words of its own page, and those of the other's. */
export const relations = {
  varies: { label: 'Varies', done: 'Varied by' },
  replaces: { label: 'Replaces', done: 'Replaced by' },
  revokes: { label: 'Revokes', done: 'Revoked by' },
} as const
export type Relation = keyof typeof relations
export const relationNames = Object.keys(relations) as Relation[]

/** Side of a link on which a document stands: it does something to the other one, or the other one to it. */
export const sides = ['from', 'to'] as const
export type Side = (typeof sides)[number]

/** Tells a link as the page of the document on this side does: 'Varies', 'Varied by'. */
export const relationText = (relation: Relation, side: Side): string =>
  relations[relation][side === 'from' ? 'label' : 'done']
