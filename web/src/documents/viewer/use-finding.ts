import { useEffect, useMemo, useRef, useState } from 'react'
import {
  type Find,
  type FindKey,
  findsOf,
  firstFrom,
  lacksPlaces,
  placeAmong,
  stepFrom,
  summaryOf,
  withPages,
} from './finds.ts'
import { useHits, usePagesHits, useRefusal } from './use-pages.ts'

export type Finding = ReturnType<typeof useFinding>

/** Keeps the search in the document: its hits, and the place that is shown. `sees` tells whether a page is in view. */
export function useFinding(props: {
  documentId: string
  page: number
  count: number
  show: (find: Find) => void
  sees: (page: number) => boolean
  onRefused: (error: unknown) => void
}) {
  const { documentId, page, count, show, sees } = props
  const [text, setText] = useState('')
  const [key, setKey] = useState<FindKey | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const { data, error, isFetching } = useHits(documentId, text)
  const found = text ? data : undefined
  // A long document has more places than one answer: those of the pages around the open one come when they are looked at.
  const pagesHits = usePagesHits(documentId, found ? text : '', page, count, (from, to) =>
    lacksPlaces(found?.hits ?? [], from, to),
  )
  const refused = useRefusal(error, props.onRefused)
  const hits = useMemo(() => withPages(found?.hits ?? [], pagesHits), [found, pagesHits])
  const finds = useMemo(() => findsOf(hits), [hits])
  const index = key === null ? -1 : finds.findIndex((find) => find.page === key.page && find.nth === key.nth)

  const pick = (chosen: number) => {
    const find = finds[chosen]
    setKey(find ? { page: find.page, nth: find.nth } : null)
    if (find) show(find)
  }
  // Answer that was shown already; a new search leads to the first place from the open page on.
  const arrived = useRef(found)
  useEffect(() => {
    if (arrived.current === found) return
    arrived.current = found
    pick(firstFrom(finds, page))
  })
  return {
    text,
    summary: found && summaryOf(found, count),
    finds,
    index,
    current: finds[index],
    among: key && found && hits.length > 0 ? placeAmong(hits, key) : null,
    pick,
    error: refused ? null : error,
    busy: isFetching,
    field,
    focus: () => field.current?.select(),
    search: setText,
    step: (by: 1 | -1) => {
      if (finds.length > 0) pick(stepFrom(finds, index, by, page, sees))
    },
    clear: () => {
      setText('')
      setKey(null)
    },
  }
}
