import { useCallback, useEffect, useRef, useState } from 'react'
import { pageOf, type ScannedPage } from './image.ts'
import { moved } from './pages.ts'

/** Keeps the pages of a scan: `reading` while images are being read, `unread` names those that could not be. */
export function usePages(first: readonly File[]) {
  const [pages, setPages] = useState<ScannedPage[]>([])
  const [reading, setReading] = useState(0)
  const [unread, setUnread] = useState<string[]>([])
  const urls = useRef(new Set<string>())

  /** Adds images one after the other, as photographs are large. */
  const add = useCallback(async (files: readonly File[]) => {
    setUnread([])
    setReading((before) => before + files.length)
    for (const file of files) {
      try {
        const page = await pageOf(file)
        urls.current.add(page.url)
        setPages((before) => [...before, page])
      } catch {
        setUnread((before) => [...before, file.name])
      }
      setReading((before) => before - 1)
    }
  }, [])

  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void add(first)
  }, [add, first])
  useEffect(() => {
    const made = urls.current
    return () => {
      for (const url of made) URL.revokeObjectURL(url)
    }
  }, [])

  const change = (key: string, by: (page: ScannedPage) => ScannedPage) =>
    setPages((before) => before.map((page) => (page.key === key ? by(page) : page)))
  return {
    pages,
    reading,
    unread,
    add,
    turn: (key: string) =>
      change(key, (page) => ({ ...page, turn: ((page.turn + 90) % 360) as ScannedPage['turn'] })),
    move: (at: number, by: number) => setPages((before) => moved(before, at, by)),
    remove: (key: string) => setPages((before) => before.filter((page) => page.key !== key)),
  }
}
