/** Depth of nesting beyond which no screen sends anything. */
const MAX_DEPTH = 16

/** Tells whether PostgreSQL can store this text: it refuses U+0000 and lone surrogates. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Tells whether every text of a parsed body is storable, and the body is not nested too deeply. */
export function isStorableInput(input: unknown): boolean {
  // A list instead of recursion: a deeply nested body could exhaust the stack.
  const open: { value: unknown; depth: number }[] = [{ value: input, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next
    if (typeof value === 'string' && !isStorable(value)) return false
    if (typeof value !== 'object' || value === null) continue
    if (depth === MAX_DEPTH) return false
    for (const inner of Object.values(value)) open.push({ value: inner, depth: depth + 1 })
  }
  return true
}
