import { limits } from '@deedbox/contract/limits.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

/** Chosen rows of a list, which `DataTable` shows. */
export type Selection = {
  chosen: ReadonlySet<string>
  /** Selects or deselects a row; `range` means all rows from the one before to this one. */
  toggle: (key: string, range: boolean) => void
  /** Selects from one row to another, for the keyboard. */
  extend: (from: string, to: string) => void
  all: (chosen: boolean) => void
  clear: () => void
}

/** Number of rows chosen at once, at most. */
const most = limits.bulk

/**
 * Keeps the rows chosen in a list. They stay chosen while more is loaded, and are dropped when they disappear from it (deleted, filtered out, access
 * ended).
 */
export function useSelection<Row>(
  rows: readonly Row[] | undefined,
  keyOf: (row: Row) => string,
): { selection: Selection; rows: Row[] } {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(none)
  const keys = useMemo(() => rows?.map(keyOf), [rows, keyOf])
  const latest = useRef<string[]>([])
  const anchor = useRef<string | null>(null)
  useEffect(() => {
    if (!keys) return
    latest.current = keys
    setChosen((before) => {
      const there = new Set(keys)
      const left = [...before].filter((key) => there.has(key))
      return left.length === before.size ? before : new Set(left)
    })
  }, [keys])

  const between = useCallback((from: string, to: string): string[] => {
    const [a, b] = [latest.current.indexOf(from), latest.current.indexOf(to)]
    if (a < 0 || b < 0) return [to]
    return latest.current.slice(Math.min(a, b), Math.max(a, b) + 1)
  }, [])
  const add = useCallback(
    (more: readonly string[]) => setChosen((before) => new Set([...before, ...more].slice(0, most))),
    [],
  )
  const toggle = useCallback(
    (key: string, range: boolean) => {
      if (range && anchor.current) add(between(anchor.current, key))
      else
        setChosen((before) => {
          const next = new Set(before)
          if (!next.delete(key) && next.size < most) next.add(key)
          return next
        })
      anchor.current = key
    },
    [add, between],
  )
  const extend = useCallback(
    (from: string, to: string) => {
      add(between(from, to))
      anchor.current = to
    },
    [add, between],
  )
  const all = useCallback((on: boolean) => setChosen(on ? new Set(latest.current.slice(0, most)) : none), [])
  const clear = useCallback(() => setChosen(none), [])
  const some = chosen.size > 0
  useEffect(() => {
    if (!some) return
    clearOther?.()
    clearOther = clear
    return () => {
      if (clearOther === clear) clearOther = null
    }
  }, [some, clear])
  const selection = useMemo(
    () => ({ chosen, toggle, extend, all, clear }),
    [chosen, toggle, extend, all, clear],
  )
  const found = useMemo(() => rows?.filter((row) => chosen.has(keyOf(row))) ?? [], [rows, chosen, keyOf])
  return { selection, rows: found }
}

const none: ReadonlySet<string> = new Set()
/** Clears the list that has chosen rows. Only one list may have some, as two bars would cover each other at the edge of a phone. */
let clearOther: (() => void) | null = null
