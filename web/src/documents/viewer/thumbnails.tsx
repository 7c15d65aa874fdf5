import { limits } from '@deedbox/contract/limits.ts'
import type { Size } from '@deedbox/contract/page-pixels.ts'
import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import classes from './panels.module.css'
import { thumbnailQuery, useRefusal } from './use-pages.ts'

const width = 128
const below = 34

/** Small pictures of the pages; the open page is marked, and the list follows it. */
export function Thumbnails(props: {
  documentId: string
  sizes: Size[]
  page: number
  onPage: (page: number) => void
  onRefused: (error: unknown) => void
}) {
  const { sizes, page, onPage } = props
  const scroller = useRef<HTMLDivElement>(null)
  const heightOf = ({ width: across, height }: Size) =>
    Math.min(2 * width, Math.round((width * height) / across))
  const { getVirtualItems, getTotalSize, scrollToIndex } = useVirtualizer({
    count: sizes.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(sizes[index] ?? { width: 1, height: 1 }) + below,
    overscan: 2,
    initialOffset: 0,
    useFlushSync: false,
  })
  // State: the keys of the list moved, so the focus follows.
  const follow = useRef(false)
  useEffect(() => {
    scrollToIndex(page - 1, { align: 'auto' })
    if (!follow.current) return
    follow.current = false
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true }),
    )
  }, [page, scrollToIndex])
  const onKeyDown = (event: KeyboardEvent) => {
    const target = {
      ArrowDown: page + 1,
      ArrowRight: page + 1,
      ArrowUp: page - 1,
      ArrowLeft: page - 1,
      Home: 1,
      End: sizes.length,
    }[event.key]
    if (!target || target > sizes.length || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    follow.current = true
    onPage(target)
  }
  return (
    <div ref={scroller} className={classes.thumbnails}>
      <ul data-arrows style={{ height: getTotalSize() }} onKeyDown={onKeyDown}>
        {getVirtualItems().map(({ index, start }) => (
          <li key={index} style={{ transform: `translateY(${start}px)` }}>
            <UnstyledButton
              className={classes.thumbnail}
              aria-current={index + 1 === page ? 'page' : undefined}
              tabIndex={index + 1 === page ? 0 : -1}
              onClick={() => onPage(index + 1)}
            >
              <span style={{ width, height: heightOf(sizes[index] ?? { width: 1, height: 1 }) }}>
                <Thumbnail {...props} of={index + 1} />
              </span>
              <span className={classes.unseen}>Page </span>
              {index + 1}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Thumbnail(props: {
  documentId: string
  of: number
  sizes: Size[]
  onRefused: (error: unknown) => void
}) {
  const { data, error } = useQuery(
    thumbnailQuery(props.documentId, props.of, props.sizes.length, limits.viewer.thumbnailsEach),
  )
  useRefusal(error, props.onRefused)
  const image = data?.find(({ page }) => page === props.of)?.image
  return image ? <img src={`data:image/jpeg;base64,${image}`} alt="" draggable={false} /> : null
}
