import { limits } from '@deedbox/contract/limits.ts'
import { needsParts, type Size, widthFor } from '@deedbox/contract/page-pixels.ts'
import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { messageOf } from '../../lib/api.ts'
import type { Marks } from './annotations.ts'
import type { Find } from './finds.ts'
import type { Place } from './layout.ts'
import { PageMarks } from './page-marks.tsx'
import { Parts } from './parts.tsx'
import type { Pictures } from './pictures.ts'
import classes from './sheet.module.css'
import { TextLayer } from './text-layer.tsx'
import { textQuery, useRefusal } from './use-pages.ts'
import { kindOf, pixelsOf } from './view.ts'

type Props = {
  documentId: string
  pictures: Pictures
  place: Place
  count: number
  size: Size
  pdf: boolean
  rotation: number
  /** State: this person may have its words. */
  copies: boolean
  inView: boolean
  finds: readonly Find[]
  current: Find | undefined
  marks: Marks
  onRefused: (error: unknown) => void
}

/** A page: its picture, rotated and scaled, with search hits, and its words on top for people who may copy them. */
export function Sheet(props: Props) {
  const { pictures, place, rotation } = props
  const { page, shown } = place
  const width = widthFor(pixelsOf(shown.width))
  const { url, error } = useSyncExternalStore(pictures.subscribe, () => pictures.get(page))
  const name = `Page ${page} of ${props.count}`
  return (
    <article
      aria-label={name}
      className={classes.frame}
      style={{ top: place.top, width: place.width, height: place.height }}
    >
      <div
        className={classes.sheet}
        style={{
          width: shown.width,
          height: shown.height,
          transform: `translate(-50%, -50%) rotate(${rotation}deg)`,
        }}
      >
        {url && <img src={url} alt={name} draggable={false} />}
        {url && props.inView && needsParts(props.size, kindOf(props.pdf), width) && (
          <Parts {...props} {...{ page, width }} />
        )}
        {!url && !error && props.inView && (
          <Loader role="status" className={classes.loader ?? ''} aria-label={`Loading page ${page}`} />
        )}
        {url &&
          props.finds.map((find) => (
            <FoundMarks key={find.nth} {...{ find, current: find === props.current }} />
          ))}
        {url && props.copies && <Words {...props} />}
        {url && <PageMarks marks={props.marks} page={page} />}
      </div>
      {error !== undefined && (
        <div className={classes.fault} role="alert">
          <p>
            <strong>{name} could not be shown.</strong>
          </p>
          <p>{messageOf(error)}</p>
          <Button variant="default" onClick={() => pictures.retry(page)}>
            Try again
          </Button>
        </div>
      )}
    </article>
  )
}

function FoundMarks({ find, current }: { find: Find; current: boolean }) {
  const percent = (part: number) => `${part * 100}%`
  return find.boxes.map(({ x, y, width, height }) => (
    <mark
      key={`${x} ${y}`}
      data-current={current}
      className={classes.found}
      style={{ left: percent(x), top: percent(y), width: percent(width), height: percent(height) }}
    />
  ))
}

function Words({ documentId, place, count, size, inView, onRefused }: Props) {
  const { page, shown } = place
  const { data, error } = useQuery({
    ...textQuery(documentId, page, count, limits.viewer.textEach),
    enabled: inView,
  })
  useRefusal(error, onRefused)
  const text = data?.find((each) => each.page === page)
  if (text && text.words.length > 0) return <TextLayer words={text.words} page={size} shown={shown} />
  if (!text && !error) return null
  return (
    <p className={classes.noText}>
      {error ? messageOf(error) : 'This page has no text that can be read aloud or copied.'}
    </p>
  )
}
