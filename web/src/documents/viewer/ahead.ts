/** Numbers of pages that are drawn before they are in view, in the direction of reading and behind it. */
const drawn = { onward: 3, behind: 1 }

/** First and last page with a part in view. */
export type InView = { first: number; last: number }
/** Direction of reading: 1 is forward, -1 back. */
export type Direction = 1 | -1

/** Lists the pages to draw: those in view first, then those ahead, the nearest first. */
export function pagesToDraw(
  { first, last }: InView,
  direction: Direction,
  count: number,
): { view: number[]; ahead: number[] } {
  const view = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const onward = Array.from({ length: drawn.onward }, (_, index) =>
    direction === 1 ? last + 1 + index : first - 1 - index,
  )
  const behind = Array.from({ length: drawn.behind }, (_, index) =>
    direction === 1 ? first - 1 - index : last + 1 + index,
  )
  const there = (page: number) => page >= 1 && page <= count
  return { view: view.filter(there), ahead: [...onward, ...behind].filter(there) }
}

/** Largest number of pages, and of their bytes, that are kept beside those in view. */
export const mostHeld = { pages: 12, bytes: 32 * 1024 * 1024 }

/** Lists the held pages to release: the farthest first, those behind sooner than those ahead, and none in view. */
export function pagesToLetGo(
  held: readonly { page: number; bytes: number }[],
  { first, last }: InView,
  direction: Direction,
  most = mostHeld,
): number[] {
  const distance = (page: number) => {
    if (page >= first && page <= last) return 0
    const onward = direction === 1 ? page - last : first - page
    return onward > 0 ? onward : -2 * onward
  }
  const near = held.toSorted((a, b) => distance(a.page) - distance(b.page))
  let bytes = 0
  return near
    .filter((each, index) => {
      bytes += each.bytes
      return distance(each.page) > 0 && (index >= most.pages || bytes > most.bytes)
    })
    .map(({ page }) => page)
}
