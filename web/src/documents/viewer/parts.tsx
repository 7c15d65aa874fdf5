import { partedSize, partsOf, type Size } from '@deedbox/contract/page-pixels.ts'
import { useInViewport } from '@mantine/hooks'
import { useEffect, useMemo, useState } from 'react'
import { addressOf } from '../../lib/api.ts'
import { bytesAt } from '../../lib/download.ts'
import classes from './sheet.module.css'
import { isRefusal, kindOf } from './view.ts'

/** Milliseconds in view before a part is fetched, so that those quickly passed are not. */
const settledMs = 150

type Props = {
  documentId: string
  page: number
  size: Size
  pdf: boolean
  width: number
  onRefused: (error: unknown) => void
}

/** The parts in view of a page that is shown larger than it is drawn as one picture, over that picture. */
export function Parts({ size, pdf, width, ...props }: Props) {
  const whole = useMemo(() => partedSize(size, kindOf(pdf), width), [size, pdf, width])
  return partsOf(whole).map(({ column, row, ...box }) => (
    <Part
      key={`${column} ${row}`}
      {...{ column, row, width, ...props }}
      style={{
        left: `${(100 * box.x) / whole.width}%`,
        top: `${(100 * box.y) / whole.height}%`,
        width: `${(100 * box.width) / whole.width}%`,
        height: `${(100 * box.height) / whole.height}%`,
      }}
    />
  ))
}

function Part(
  props: Omit<Props, 'size' | 'pdf'> & { column: number; row: number; style: Record<string, string> },
) {
  const { documentId, page, width, column, row, onRefused } = props
  const { ref, inViewport } = useInViewport()
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!inViewport) return
    const stop = new AbortController()
    let made: string | undefined
    const address = addressOf('GET /api/documents/:documentId/pages/:page', {
      params: { documentId, page },
      query: { width, column, row },
    })
    const fetchPart = async () => {
      try {
        const bytes = await bytesAt(address, stop.signal)
        if (stop.signal.aborted) return
        made = URL.createObjectURL(bytes)
        setUrl(made)
      } catch (error) {
        // The picture of the whole page stays, only softer.
        if (!stop.signal.aborted && isRefusal(error)) onRefused(error)
      }
    }
    const timer = setTimeout(fetchPart, settledMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
      setUrl(undefined)
      if (made) URL.revokeObjectURL(made)
    }
  }, [documentId, page, width, column, row, inViewport, onRefused])
  return (
    <div ref={ref} className={classes.part} style={props.style}>
      {url && <img src={url} alt="" draggable={false} />}
    </div>
  )
}
