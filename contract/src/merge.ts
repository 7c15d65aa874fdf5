/** Change that somebody else made while a form was open. `yours` is what was typed instead, where both changed the field. */
export type Theirs<Name extends string> = { field: Name; was: string; now: string; yours: string | null }

/** Merges a form with what was saved meanwhile: fields that only they changed take their value, everything typed stays. */
export function merge<Name extends string>(
  opened: Record<Name, string>,
  typed: Record<Name, string>,
  latest: Record<Name, string>,
): { values: Record<Name, string>; theirs: Theirs<Name>[] } {
  const fields = Object.keys(opened) as Name[]
  const changed = fields.filter((field) => latest[field] !== opened[field])
  const values = { ...typed }
  const theirs = changed.map((field) => {
    const both = typed[field] !== opened[field] && typed[field] !== latest[field]
    if (!both) values[field] = latest[field]
    return { field, was: opened[field], now: latest[field], yours: both ? typed[field] : null }
  })
  return { values, theirs }
}
