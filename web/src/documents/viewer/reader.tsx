import type { Document } from '@deedbox/contract/documents.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { Box, Loader, VisuallyHidden } from '@mantine/core'
import { useMergedRef, useResizeObserver, useWindowEvent } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import { ErrorState } from '../../ui/states.tsx'
import { FindPanel } from './find-panel.tsx'
import { Sheet } from './sheet.tsx'
import { Toolbar } from './toolbar.tsx'
import { useGestures } from './use-gestures.ts'
import { isRefusal, type Size, shownSize, turned, zoomed } from './view.ts'
import classes from './viewer.module.css'

// Browsers let a page change its address about 100 times in 30 seconds.
const addressChanges = { max: 25, withinMs: 10_000, delayMs: 250 }

type Props = {
  document: Document
  /** The page to begin with; `onPage` is called with the current page, delayed while pages are turned quickly. */
  page: number
  onPage: (page: number) => void
  downloading: boolean
  onDownload: (() => void) | null
  onRefused: (error: unknown) => void
}

/** Fetches the number and sizes of the pages, then shows them one by one. */
export function Reader(props: Props) {
  const { document, onRefused } = props
  const { data, error, refetch } = useQuery({
    queryKey: ['viewer', document.id, 'pages'],
    queryFn: async ({ signal }) =>
      (await call('GET /api/documents/:documentId/pages', { params: { documentId: document.id }, signal }))
        .pages,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const refusal = isRefusal(error) ? error : null
  useEffect(() => {
    if (refusal) onRefused(refusal)
  }, [refusal, onRefused])
  if (error) return <ErrorState title="This document could not be opened" error={error} onRetry={refetch} />
  if (!data)
    return (
      <div className={classes.opening}>
        <Loader role="status" aria-label="Opening the document" />
      </div>
    )
  return <Pages {...props} sizes={data} />
}

function Pages(props: Props & { sizes: Size[] }) {
  const { document, page: reported, downloading, onDownload, onRefused, onPage, sizes } = props
  const [page, setPage] = useState(Math.min(reported, sizes.length))
  const [zoom, setZoom] = useState<number>(limits.viewer.zoomStart)
  const [rotation, setRotation] = useState(0)
  const [finding, setFinding] = useState(false)
  const [find, setFind] = useState('')
  const stage = useRef<HTMLElement>(null)
  // The width inside the padding: the hook's own width includes the padding.
  const [measured, { left, right }] = useResizeObserver()
  const width = right - left
  const stageRef = useMergedRef(stage, measured)
  useKeepCentre(stage, zoom)
  useEffect(() => stage.current?.focus({ preventScroll: true }), [])
  const turns = useRef<number[]>([])
  useEffect(() => {
    if (page === reported) return
    const recent = turns.current.filter((at) => Date.now() - at < addressChanges.withinMs)
    const report = () => {
      turns.current = [...recent, Date.now()]
      onPage(page)
    }
    if (recent.length < addressChanges.max) return report()
    const timer = setTimeout(report, addressChanges.delayMs)
    return () => clearTimeout(timer)
  }, [page, reported, onPage])

  const go = (target: number) => {
    setPage(Math.min(sizes.length, Math.max(1, target)))
    stage.current?.scrollTo({ top: 0 })
  }
  const closeFind = () => {
    setFinding(false)
    setFind('')
    stage.current?.focus({ preventScroll: true })
  }
  const gestures = useGestures({ zoom, onZoom: setZoom, onSwipe: (step) => go(page + step) })
  useWindowEvent('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return
    switch (event.key) {
      case 'ArrowLeft':
      case 'PageUp':
        go(page - 1)
        break
      case 'ArrowRight':
      case 'PageDown':
        go(page + 1)
        break
      case 'Home':
        go(1)
        break
      case 'End':
        go(sizes.length)
        break
      case '+':
      case '=':
        setZoom(zoomed(zoom, 1))
        break
      case '-':
        setZoom(zoomed(zoom, -1))
        break
      case 'r':
      case 'R':
        setRotation(turned(rotation))
        break
      default:
        return
    }
    event.preventDefault()
  })

  const size = sizes[page - 1]
  if (!size) return null
  const pdf = document.fileType === 'application/pdf'
  return (
    <div className={classes.reader}>
      <Toolbar
        page={page}
        pages={sizes.length}
        zoom={zoom}
        finding={finding}
        downloading={downloading}
        onPage={go}
        onZoom={(direction) => setZoom(zoomed(zoom, direction))}
        onTurn={() => setRotation(turned(rotation))}
        onFinding={() => (finding ? closeFind() : setFinding(true))}
        onDownload={onDownload}
      />
      <VisuallyHidden role="status">{`Page ${page} of ${sizes.length}`}</VisuallyHidden>
      <div className={classes.middle}>
        {finding && (
          <FindPanel
            documentId={document.id}
            page={page}
            find={find}
            onFind={setFind}
            onPage={go}
            onRefused={onRefused}
          />
        )}
        <Box
          component="section"
          ref={stageRef}
          className={classes.stage}
          aria-label={`Page ${page} of ${sizes.length}`}
          tabIndex={0}
          {...gestures.handlers}
        >
          {width > 0 && (
            <Sheet
              documentId={document.id}
              page={page}
              pages={sizes.length}
              size={size}
              shown={shownSize(size, pdf, rotation, zoom, width)}
              rotation={rotation}
              stretch={gestures.stretch}
              find={find}
              onRefused={onRefused}
            />
          )}
        </Box>
      </div>
    </div>
  )
}

/** When the zoom changes, what was in the middle stays in the middle. */
function useKeepCentre(stage: RefObject<HTMLElement | null>, zoom: number) {
  const before = useRef(zoom)
  useLayoutEffect(() => {
    const element = stage.current
    const ratio = zoom / before.current
    before.current = zoom
    if (!element || ratio === 1) return
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = element
    element.scrollLeft = (scrollLeft + clientWidth / 2) * ratio - clientWidth / 2
    element.scrollTop = (scrollTop + clientHeight / 2) * ratio - clientHeight / 2
  }, [stage, zoom])
}
