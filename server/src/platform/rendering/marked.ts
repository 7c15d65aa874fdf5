import type { DrawnPage } from './kept.ts'

const maxBytes = 16 * 1024 * 1024
/** The watermark shows the minute: after it the same picture is never needed again. */
const keepMs = 60_000

/**
 * Pages with one reader's watermark, in memory for the minute that the watermark shows, so that turning back and forth is
 * instant.
 */
export function markedPages() {
  const pages = new Map<string, { page: DrawnPage; madeAt: number }>()
  let bytes = 0
  let timer: NodeJS.Timeout | undefined

  function remove(name: string): void {
    bytes -= pages.get(name)?.page.image.length ?? 0
    pages.delete(name)
  }

  /** Drops what has expired or exceeds the limit, the oldest first. */
  function tidy(): void {
    for (const [name, { madeAt }] of pages) {
      if (bytes <= maxBytes && Date.now() - madeAt < keepMs) break
      remove(name)
    }
    clearTimeout(timer)
    timer = pages.size > 0 ? setTimeout(tidy, keepMs).unref() : undefined
  }

  return {
    get: (name: string): DrawnPage | undefined => pages.get(name)?.page,
    put(name: string, page: DrawnPage): void {
      remove(name)
      pages.set(name, { page, madeAt: Date.now() })
      bytes += page.image.length
      tidy()
    },
    /** Forgets every page whose name starts with this. */
    forget(start: string): void {
      for (const name of pages.keys()) if (name.startsWith(start)) remove(name)
      tidy()
    },
  }
}
