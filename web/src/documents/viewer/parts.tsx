import { partedSize, partsOf, type Size } from '@deedbox/contract/page-pixels.ts'
import { useInViewport } from '@mantine/hooks'
import { useEffect, useMemo, useState } from 'react'
import { addressOf } from '../../lib/api.ts'
import { bytesAt } from '../../lib/download.ts'
import classes from './sheet.module.css'
import { isRefusal, kindOf } from './view.ts'

/** Milliseconds in view before a part is fetched, so that those quickly passed are not. */
const settledMs = 150
/** Tries of a part, the first included, and the milliseconds before the second; each wait is twice the one before. */
const tries = 4
const firstWaitMs = 500

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
    const fetchPart = async (tried = 1) => {
      try {
        const bytes = await bytesAt(address, stop.signal)
        if (stop.signal.aborted) return
        made = URL.createObjectURL(bytes)
        setUrl(made)
      } catch (error) {
        if (stop.signal.aborted) return
        if (isRefusal(error)) onRefused(error)
        // The picture of the whole page stays meanwhile, only softer.
        else if (tried < tries) timer = setTimeout(fetchPart, firstWaitMs * 2 ** (tried - 1), tried + 1)
      }
    }
    let timer = setTimeout(fetchPart, settledMs)
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
