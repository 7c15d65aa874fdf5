import { useEffect, useRef, useState } from 'react'
import { stillReported } from './view.ts'

/** Milliseconds between changes of the address, of which browsers allow about 100 in 30 seconds. */
const addressMs = 350

/** Keeps the open page and the address in step, in both directions. */
export function useOpenPage(
  { page: asked, onPage }: { page: number; onPage: (page: number) => void },
  count: number,
  go: (page: number) => void,
) {
  const [start] = useState(Math.min(asked, count))
  const [page, setPage] = useState(start)
  /** Pages that were written to the address from here and may still come back as `asked`, the newest last. */
  const reported = useRef([asked])
  useEffect(() => {
    if (page === reported.current.at(-1)) return
    const timer = setTimeout(() => {
      reported.current.push(page)
      onPage(page)
    }, addressMs)
    return () => clearTimeout(timer)
  }, [page, onPage])
  useEffect(() => {
    const left = stillReported(reported.current, asked)
    reported.current = left ?? [asked]
    // Navigation by Back, or by a link to another page of the same document.
    if (!left) go(asked)
  }, [asked, go])
  return { page, start, setPage }
}
