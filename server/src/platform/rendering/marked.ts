import { machineMemory } from '../memory.ts'
import type { DrawnPage } from './kept.ts'

const MiB = 1024 * 1024
/** Bytes of marked pages without a setting: a 32nd of the memory, within these bounds. */
const least = 16 * MiB
const most = 256 * MiB
/** The watermark shows the minute: after it the same picture is never needed again. */
const keepMs = 60_000

/** Returns how many bytes of marked pages are kept where no setting says it. */
export const usualMarkedBytes = (memory: number = machineMemory()): number =>
  Math.min(most, Math.max(least, Math.floor(memory / 32)))

/**
 * Pages with one reader's watermark, in memory for the minute that the watermark shows, so that turning back and forth is
 * instant. The one that was not looked at for the longest time makes way.
 */
export function markedPages(maxBytes: number) {
  const pages = new Map<string, { page: DrawnPage; madeAt: number }>()
  let bytes = 0
  let timer: NodeJS.Timeout | undefined

  function remove(name: string): void {
    bytes -= pages.get(name)?.page.image.length ?? 0
    pages.delete(name)
    if (pages.size > 0) return
    clearTimeout(timer)
    timer = undefined
  }

  function dropExpired(): void {
    const now = Date.now()
    for (const [name, { madeAt }] of pages) if (now - madeAt >= keepMs) remove(name)
    timer = pages.size > 0 ? setTimeout(dropExpired, keepMs).unref() : undefined
  }

  return {
    get(name: string): DrawnPage | undefined {
      const entry = pages.get(name)
      if (!entry) return undefined
      // The map keeps its entries in order: the last one was looked at most recently.
      pages.delete(name)
      pages.set(name, entry)
      return entry.page
    },
    put(name: string, page: DrawnPage): void {
      remove(name)
      if (page.image.length > maxBytes) return
      pages.set(name, { page, madeAt: Date.now() })
      bytes += page.image.length
      for (const oldest of pages.keys()) {
        if (bytes <= maxBytes) break
        remove(oldest)
      }
      timer ??= setTimeout(dropExpired, keepMs).unref()
    },
    /** Forgets every page whose name starts with this. */
    forget(start: string): void {
      for (const name of pages.keys()) if (name.startsWith(start)) remove(name)
    },
  }
}
