import { useEffect, useMemo, useRef, useState } from 'react'
import { type Find, findsOf, firstFrom, nextFind } from './finds.ts'
import { useHits, useRefusal } from './use-pages.ts'

export type Finding = ReturnType<typeof useFinding>

/** Keeps the search in the document: its hits, and the place that is shown. */
export function useFinding(
  documentId: string,
  page: number,
  show: (find: Find) => void,
  onRefused: (error: unknown) => void,
) {
  const [text, setText] = useState('')
  const [index, setIndex] = useState<number | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const { data: hits, error, isFetching } = useHits(documentId, text)
  const refused = useRefusal(error, onRefused)
  const finds = useMemo(() => (hits && text ? findsOf(hits) : []), [hits, text])
  const current = index === null ? undefined : finds[index]

  const pick = (chosen: number) => {
    setIndex(chosen)
    const find = finds[chosen]
    if (find) show(find)
  }
  // Hits that were shown already; a new search leads to the first place from the open page on.
  const arrived = useRef(finds)
  useEffect(() => {
    if (arrived.current === finds) return
    arrived.current = finds
    if (finds.length === 0) return setIndex(null)
    const first = firstFrom(finds, page)
    setIndex(first)
    const find = finds[first]
    if (find) show(find)
  })
  return {
    text,
    hits: text ? hits : undefined,
    finds,
    index,
    current,
    pick,
    error: refused ? null : error,
    busy: isFetching,
    field,
    focus: () => field.current?.select(),
    search: setText,
    step: (by: 1 | -1) => {
      if (finds.length > 0) pick(nextFind(index ?? -by, by, finds.length))
    },
    clear: () => {
      setText('')
      setIndex(null)
    },
  }
}
