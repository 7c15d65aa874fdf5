import { ApiError } from '../../lib/api.ts'
import { type Direction, type InView, pagesToDraw, pagesToLetGo } from './ahead.ts'
import { isRefusal } from './view.ts'

/** Picture of a page, or the error instead. */
export type Picture = { url?: string; error?: unknown }

type Held = { url: string; bytes: number; ahead: boolean; width: number }
/** Returns the width in pixels in which a page is asked for (`page-pixels.ts` of the contract). */
export type WidthOf = (page: number) => number
type Options = {
  count: number
  fetchPage: (page: number, width: number, ahead: boolean, signal: AbortSignal) => Promise<Blob>
  /** Reports that a page that was drawn ahead is in view. */
  onShown: (page: number) => void
  onRefused: (error: unknown) => void
}

/** Numbers of requests at the same time: for pages ahead, and for those in view. */
const atOnce = { ahead: 3, view: 6 }
/** Milliseconds between tries to fetch a page in view, when the server is too busy or cannot be reached. */
const pausesMs = [500, 1_000, 2_000, 4_000]
const nothing: Picture = {}

const isPassing = (error: unknown) =>
  error instanceof ApiError && (error.status === 429 || error.status === 0 || error.status >= 502)

export type Pictures = ReturnType<typeof createPictures>

/**
 * The pictures of the pages in view and near them: drawn ahead in the direction of reading, released behind, few at a time. Each is an object URL,
 * revoked as soon as the page is released.
 */
export function createPictures({ count, fetchPage, onShown, onRefused }: Options) {
  const held = new Map<number, Held>()
  const failed = new Map<number, unknown>()
  const flights = new Map<number, { stop: AbortController; ahead: boolean }>()
  const tries = new Map<number, number>()
  const pauses = new Map<number, ReturnType<typeof setTimeout>>()
  const shown = new Map<number, Picture>()
  const listeners = new Set<() => void>()
  let view: InView = { first: 1, last: 0 }
  let direction: Direction = 1
  let widthOf: WidthOf = () => 0
  let dropped = false

  /** Tells whether a page has a picture that is sharp as it is shown. */
  const isSharp = (page: number) => (held.get(page)?.width ?? -1) >= widthOf(page)
  const isInView = (page: number) => page >= view.first && page <= view.last

  function tell(page: number): void {
    const [picture, error] = [held.get(page), failed.get(page)]
    if (picture) shown.set(page, { url: picture.url })
    else if (error) shown.set(page, { error })
    else shown.delete(page)
    for (const listener of listeners) listener()
  }

  function letGo(page: number): void {
    const picture = held.get(page)
    if (!picture) return
    held.delete(page)
    URL.revokeObjectURL(picture.url)
    tell(page)
  }

  function noticeShown(): void {
    for (const [page, picture] of held) {
      if (!picture.ahead || !isInView(page)) continue
      picture.ahead = false
      onShown(page)
    }
  }

  function tidy(): void {
    const pages = [...held].map(([page, { bytes }]) => ({ page, bytes }))
    for (const page of pagesToLetGo(pages, view, direction)) letGo(page)
  }

  function begin(): void {
    if (dropped || view.last < view.first) return
    const wanted = pagesToDraw(view, direction, count)
    const missing = (page: number) =>
      !isSharp(page) && !failed.has(page) && !flights.has(page) && !pauses.has(page)
    for (const [page, { stop }] of flights)
      if (![...wanted.view, ...wanted.ahead].includes(page)) {
        flights.delete(page)
        stop.abort()
      }
    const waits = wanted.view.some((page) => !isSharp(page) && !failed.has(page))
    // Pages in view come first, and alone.
    for (const page of waits ? wanted.view : wanted.ahead)
      if (flights.size < (waits ? atOnce.view : atOnce.ahead) && missing(page))
        void draw(page, !isInView(page))
  }

  async function draw(page: number, ahead: boolean): Promise<void> {
    const flight = { stop: new AbortController(), ahead }
    flights.set(page, flight)
    const current = () => !dropped && flights.get(page) === flight
    try {
      const width = widthOf(page)
      const bytes = await fetchPage(page, width, ahead, flight.stop.signal)
      if (!current()) return
      tries.delete(page)
      const softer = held.get(page)
      held.set(page, { url: URL.createObjectURL(bytes), bytes: bytes.size, ahead, width })
      tell(page)
      if (softer) URL.revokeObjectURL(softer.url)
    } catch (error) {
      if (!current()) return
      if (isRefusal(error)) onRefused(error)
      else trouble(page, error)
    } finally {
      if (flights.get(page) === flight) flights.delete(page)
    }
    noticeShown()
    tidy()
    begin()
  }

  function trouble(page: number, error: unknown): void {
    const done = tries.get(page) ?? 0
    const pauseMs = pausesMs[done]
    if (isInView(page) && (pauseMs === undefined || !isPassing(error))) {
      tries.delete(page)
      // A picture that is only softer than it might be stays.
      const softer = held.get(page)
      if (softer) softer.width = Number.POSITIVE_INFINITY
      else failed.set(page, error)
      tell(page)
      return
    }
    tries.set(page, done + 1)
    const again = () => {
      pauses.delete(page)
      begin()
    }
    pauses.set(page, setTimeout(again, pauseMs))
  }

  return {
    /** Notes which pages are in view now, and how wide each is. */
    look(seen: InView, towards: Direction, wide: WidthOf): void {
      view = seen
      direction = towards
      widthOf = wide
      noticeShown()
      tidy()
      begin()
    },
    get: (page: number): Picture => shown.get(page) ?? nothing,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    retry(page: number): void {
      failed.delete(page)
      tell(page)
      begin()
    },
    /** Asks again for all pages that failed. */
    retryAll(): void {
      const pages = [...failed.keys()]
      failed.clear()
      for (const page of pages) tell(page)
      begin()
    },
    /** Releases everything for good. */
    drop(): void {
      dropped = true
      for (const { stop } of flights.values()) stop.abort()
      for (const pause of pauses.values()) clearTimeout(pause)
      for (const page of [...held.keys()]) letGo(page)
    },
  }
}
