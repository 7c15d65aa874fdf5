/** Nothing that a screen sends is nested deeper. */
const DEEPEST = 16

/** Whether PostgreSQL can hold this text: it refuses U+0000, and half a surrogate pair is no character. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Whether every text of a parsed body is storable, and the body no deeper than anything that Deedbox takes. */
export function isStorableInput(given: unknown): boolean {
  // A list of its own instead of recursion, which the depth of a body could exhaust.
  const open: { value: unknown; depth: number }[] = [{ value: given, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next
    if (typeof value === 'string' && !isStorable(value)) return false
    if (typeof value !== 'object' || value === null) continue
    if (depth === DEEPEST) return false
    for (const inner of Object.values(value)) open.push({ value: inner, depth: depth + 1 })
  }
  return true
}
