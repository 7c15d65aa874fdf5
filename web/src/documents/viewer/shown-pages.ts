/** Milliseconds after which pages are reported together, so that a quick look through many is one message. */
const afterMs = 2_000
const most = 50

/** Collects the pages that came into view after they had been sent ahead, and tells the server. */
export function createShownPages(send: (pages: number[], leaving: boolean) => Promise<void>) {
  const waiting = new Set<number>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush(leaving = false): void {
    clearTimeout(timer)
    timer = undefined
    const pages = [...waiting].slice(0, most)
    if (pages.length === 0) return
    for (const page of pages) waiting.delete(page)
    send(pages, leaving).catch(() => {
      // Report them with the next ones, as shown pages must not be missing.
      for (const page of pages) waiting.add(page)
    })
    if (waiting.size > 0) timer = setTimeout(flush, afterMs)
  }
  const leave = () => flush(true)
  addEventListener('pagehide', leave)

  return {
    add(page: number): void {
      waiting.add(page)
      timer ??= setTimeout(flush, afterMs)
    },
    end(): void {
      removeEventListener('pagehide', leave)
      flush(true)
    },
  }
}
