import { type Size, wholeWidthFor } from '@deedbox/contract/page-pixels.ts'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Direction, InView } from './ahead.ts'
import type { Marks } from './annotations.ts'
import type { Find } from './finds.ts'
import { gap, type Layout, layOut, lineOf, pageAt, pagesInView, spotAt, topOf, turnedBox } from './layout.ts'
import type { Pictures, WidthOf } from './pictures.ts'
import { Sheet } from './sheet.tsx'
import classes from './stage.module.css'
import { useGestures } from './use-gestures.ts'
import { useRoom } from './use-room.ts'
import { useWheelZoom } from './use-wheel-zoom.ts'
import { kindOf, type Look, percentOf, pixelsOf } from './view.ts'

/** Milliseconds in view before a page is fetched, so that quickly passed ones are not. */
const settledMs = 60

/** Commands that other parts give the stage. */
export type StageHandle = {
  go(page: number): void
  /** Steps from the page that is open at this moment, as keys may come faster than pages are drawn. */
  step(by: 1 | -1): void
  /** Scrolls by parts of a screen. */
  scroll(screens: number): void
  show(find: Pick<Find, 'page' | 'boxes'>): void
  /** Tells whether a part of the page is in view. */
  sees(page: number): boolean
  /** Selects the whole document, the pages too that are not drawn yet. */
  selectAll(): void
  hasAll(): boolean
  focus(): void
}

type Props = {
  documentId: string
  title: string
  sizes: Size[]
  pdf: boolean
  look: Look
  /** Zoom of the open page as it is shown. */
  percent: number
  start: number
  pictures: Pictures
  copies: boolean
  finds: readonly Find[]
  current: Find | undefined
  marks: Marks
  onPage: (page: number) => void
  onPercent: (percent: number) => void
  onZoom: (percent: number) => void
  onRefused: (error: unknown) => void
  ref: Ref<StageHandle>
}

/** The pages below each other; only those in view and near it exist. */
export function Stage(props: Props) {
  const { sizes, pdf, look, pictures, onPage, onPercent } = props
  const stage = useRef<HTMLElement>(null)
  const { width, height } = useRoom(stage)
  const margin = width < 640 ? gap : 2 * gap
  const room = useMemo(
    () => ({ width: Math.max(1, width - margin), height: Math.max(1, height - 2 * gap) }),
    [width, height, margin],
  )
  const layout = useMemo(() => layOut(sizes, pdf, look, room), [sizes, pdf, look, room])
  const widthOf = useCallback<WidthOf>(
    (page) => {
      const [size, place] = [sizes[page - 1], layout.places[page - 1]]
      return size && place ? wholeWidthFor(size, kindOf(pdf), pixelsOf(place.shown.width)) : 0
    },
    [sizes, pdf, layout],
  )
  const scrolling = useScrolling(stage, layout, props.start, width > 0, pictures, widthOf, onPage)
  const { inView, toPage, open } = scrolling
  const [size, place] = [sizes[scrolling.page - 1], layout.places[scrolling.page - 1]]
  const shown = size && place && width > 0 ? percentOf(size, place.shown, pdf, look, room) : undefined
  useEffect(() => {
    if (shown !== undefined) onPercent(shown)
  }, [shown, onPercent])
  const { getVirtualItems, measure } = useVirtualizer({
    count: sizes.length,
    getScrollElement: () => stage.current,
    estimateSize: (index) => (layout.places[index]?.height ?? 0) + gap,
    paddingStart: gap,
    overscan: 2,
    useFlushSync: false,
  })
  useLayoutEffect(() => {
    if (layout.width > 0) measure()
  }, [layout, measure])

  const step = (by: 1 | -1) => toPage(Math.min(sizes.length, Math.max(1, open() + by)))
  useWheelZoom(stage, props.percent, scrolling.holdAt, props.onZoom)
  const gestures = useGestures({
    zoom: props.percent,
    onZoom: props.onZoom,
    onSwipe: (by) => step(by),
  })
  useImperativeHandle(props.ref, () => ({
    go: toPage,
    step,
    scroll: (screens) => stage.current?.scrollBy({ top: screens * stage.current.clientHeight }),
    show: (find) => showFind(stage.current, layout, find, look.rotation, toPage),
    sees: (page) => page >= inView.first && page <= inView.last,
    selectAll: () => stage.current && getSelection()?.selectAllChildren(stage.current),
    // A range of the stage itself, as `selectAll` makes; one that is drawn with the mouse begins in a text.
    hasAll: () => {
      const selection = getSelection()
      return selection?.type === 'Range' && selection.getRangeAt(0).startContainer === stage.current
    },
    focus: () => stage.current?.focus({ preventScroll: true }),
  }))

  return (
    <section
      ref={stage}
      className={classes.stage}
      aria-label={`Pages of ${props.title}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      // The dialog would focus its first button, where the pages are there as soon as it opens.
      data-autofocus
      onContextMenu={props.copies ? undefined : (event) => event.preventDefault()}
      onDragStart={(event) => event.preventDefault()}
      {...gestures.handlers}
    >
      <div
        className={classes.pages}
        style={{
          height: layout.height,
          minWidth: layout.width + margin,
          ...(gestures.stretch !== 1 && {
            transform: `scale(${gestures.stretch})`,
            transformOrigin: `50% ${(stage.current?.scrollTop ?? 0) + height / 2}px`,
          }),
        }}
      >
        {width > 0 &&
          getVirtualItems().map(({ index }) => {
            const [place, size] = [layout.places[index], sizes[index]]
            if (!place || !size) return null
            return (
              <Sheet
                key={place.page}
                documentId={props.documentId}
                pictures={pictures}
                place={place}
                count={sizes.length}
                size={size}
                pdf={pdf}
                rotation={look.rotation}
                copies={props.copies}
                inView={place.page >= inView.first && place.page <= inView.last}
                finds={props.finds.filter((find) => find.page === place.page)}
                current={props.current}
                marks={props.marks}
                onRefused={props.onRefused}
              />
            )
          })}
      </div>
    </section>
  )
}

/** Follows the scrolling: the pages in view, the one that counts as open, and the spot that stays in place when pages are laid out anew. */
function useScrolling(
  stage: RefObject<HTMLElement | null>,
  layout: Layout,
  start: number,
  ready: boolean,
  pictures: Pictures,
  widthOf: WidthOf,
  onPage: (page: number) => void,
) {
  const [inView, setInView] = useState<InView>({ first: start, last: start })
  const [page, setPage] = useState(start)
  /** Page that was the target, until somebody scrolls away from it. */
  const aimed = useRef<{ page: number; top: number } | null>({ page: start, top: 0 })
  const spot = useRef({ page: start, at: 0 })
  /** Point of the window that stays on the same spot when pages are laid out anew; null: its middle. */
  const held = useRef<{ x: number; y: number } | null>(null)
  const last = useRef({ top: 0, direction: 1 as Direction })
  const laidOut = useRef(layout)

  const open = () => {
    const { scrollTop = 0, clientHeight = 0 } = stage.current ?? {}
    if (aimed.current && Math.abs(aimed.current.top - scrollTop) > 2) aimed.current = null
    return aimed.current?.page ?? pageAt(laidOut.current, scrollTop, clientHeight)
  }
  const look = () => {
    const element = stage.current
    if (!element || !ready) return
    const { scrollTop, clientHeight } = element
    const [now, before] = [laidOut.current, last.current]
    if (Math.abs(scrollTop - before.top) > 1)
      last.current = { top: scrollTop, direction: scrollTop > before.top ? 1 : -1 }
    spot.current = spotAt(now, scrollTop + clientHeight / 2)
    const seen = pagesInView(now, scrollTop, clientHeight)
    setInView((known) => (known.first === seen.first && known.last === seen.last ? known : seen))
    setPage(open())
  }
  const toPage = (target: number) => {
    const element = stage.current
    if (!element) return
    if (target !== page) last.current.direction = target > page ? 1 : -1
    element.scrollTop = topOf(laidOut.current, target, element.clientHeight)
    aimed.current = { page: target, top: element.scrollTop }
    last.current.top = element.scrollTop
    look()
  }

  const holdAt = (x: number, y: number) => {
    const element = stage.current
    if (!element) return
    aimed.current = null
    held.current = { x, y }
    spot.current = spotAt(laidOut.current, element.scrollTop + y)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new layout moves the pages
  useLayoutEffect(() => {
    const element = stage.current
    if (!element || !ready) return
    const before = laidOut.current
    laidOut.current = layout
    const { x, y } = held.current ?? { x: element.clientWidth / 2, y: element.clientHeight / 2 }
    held.current = null
    const across = (element.scrollLeft + x) / Math.max(1, before.width)
    if (aimed.current) toPage(aimed.current.page)
    else element.scrollTop = lineOf(layout, spot.current) - y
    element.scrollLeft =
      before.width === layout.width
        ? (element.scrollWidth - element.clientWidth) / 2
        : across * layout.width - x
    look()
  }, [layout, ready])

  useEffect(() => {
    const element = stage.current
    const onScroll = () => look()
    element?.addEventListener('scroll', onScroll, { passive: true })
    return () => element?.removeEventListener('scroll', onScroll)
  })
  const first = useRef(true)
  useEffect(() => {
    if (!ready) return
    let since: number | null = null
    const drawn = requestAnimationFrame((now) => {
      since = now
    })
    let isLooked = false
    const settle = () => {
      isLooked = true
      first.current = false
      pictures.look(inView, last.current.direction, widthOf)
    }
    const timer = setTimeout(settle, first.current ? 0 : settledMs)
    return () => {
      clearTimeout(timer)
      cancelAnimationFrame(drawn)
      // Timers of a busy browser come late, after keys; pages that were in view long enough count as seen anyway.
      if (!isLooked && since !== null && performance.now() - since >= settledMs) settle()
    }
  }, [inView, ready, pictures, widthOf])
  useEffect(() => onPage(page), [page, onPage])
  return { inView, page, toPage, open, holdAt }
}

/** Brings a place that was found into the upper part of the view. */
function showFind(
  element: HTMLElement | null,
  layout: Layout,
  find: Pick<Find, 'page' | 'boxes'>,
  rotation: number,
  toPage: (page: number) => void,
): void {
  const place = layout.places[find.page - 1]
  const box = find.boxes[0]
  toPage(find.page)
  if (!element || !place || !box) return
  const { x, y, height } = turnedBox(box, rotation)
  const [top, bottom] = [place.top + y * place.height, place.top + (y + height) * place.height]
  if (top < element.scrollTop || bottom > element.scrollTop + element.clientHeight)
    element.scrollTop = top - element.clientHeight / 3
  if (element.scrollWidth > element.clientWidth)
    element.scrollLeft = (element.scrollWidth - place.width) / 2 + x * place.width - element.clientWidth / 3
}
