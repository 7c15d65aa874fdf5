/** Reads the typed pages: '5', or '3-7'; null for anything else. */
export function rangeOf(text: string, count: number): { from: number; to: number } | null {
  const [, first, last] = /^\s*(\d{1,5})\s*(?:(?:-|–|to)\s*(\d{1,5}))?\s*$/.exec(text) ?? []
  const from = Number(first)
  const to = Number(last ?? first)
  return from >= 1 && to >= from && to <= count ? { from, to } : null
}
