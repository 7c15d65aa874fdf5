import { useEffect, useRef, useState } from 'react'
import { stillReported } from './view.ts'

/** Browsers let a page change its address about 100 times in 30 seconds. */
const addressMs = 350

/** The page that is open: the address follows it, and it follows the address. */
export function useOpenPage(
  { page: asked, onPage }: { page: number; onPage: (page: number) => void },
  count: number,
  go: (page: number) => void,
) {
  const [start] = useState(Math.min(asked, count))
  const [page, setPage] = useState(start)
  /** The pages that the address was given from here and may still come back as `asked`, the newest last. */
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
    // Back, or a link to another page of the same document.
    if (!left) go(asked)
  }, [asked, go])
  return { page, start, setPage }
}
