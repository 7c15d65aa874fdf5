import { errors } from '@deedbox/contract/messages.ts'
import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, messageOf } from '../../lib/api.ts'
import { usePicture } from '../../lib/picture.ts'
import { TextLayer } from './text-layer.tsx'
import { isRefusal, type Size } from './view.ts'
import classes from './viewer.module.css'

/** One page: its picture, rotated and scaled, with its words on top. `shown` is its size on the screen before rotation. */
export function Sheet(props: {
  documentId: string
  page: number
  pages: number
  size: Size
  shown: Size
  rotation: number
  stretch: number
  find: string
  onRefused: (error: unknown) => void
}) {
  const { documentId, page, shown, rotation, onRefused } = props
  const [attempt, setAttempt] = useState(0)
  const { url, error, loading } = usePicture(documentId, page, attempt)
  const text = useQuery({
    queryKey: ['viewer', documentId, 'text', page, url],
    queryFn: ({ signal }) =>
      call('GET /api/documents/:documentId/pages/:page/text', { params: { documentId, page }, signal }),
    enabled: url !== undefined,
    // A page is not kept once it is left, and fetching it again would be recorded as another view.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const refusal = [error, text.error].find(isRefusal)
  useEffect(() => {
    if (refusal) onRefused(refusal)
  }, [refusal, onRefused])

  const sideways = rotation % 180 !== 0
  const name = `Page ${page} of ${props.pages}`
  if (refusal) return null
  if (error)
    return (
      <div className={classes.fault} role="alert">
        <p>
          <strong>{name} could not be shown.</strong>
        </p>
        <p>{messageOf(error)}</p>
        <Button variant="default" onClick={() => setAttempt(attempt + 1)}>
          Try again
        </Button>
      </div>
    )
  return (
    <div
      className={classes.frame}
      style={{
        width: sideways ? shown.height : shown.width,
        height: sideways ? shown.width : shown.height,
        transform: props.stretch === 1 ? undefined : `scale(${props.stretch})`,
      }}
    >
      <div
        className={classes.sheet}
        style={{
          width: shown.width,
          height: shown.height,
          transform: `translate(-50%, -50%) rotate(${rotation}deg)`,
        }}
      >
        {loading && (
          <Loader
            role="status"
            className={classes.loader ?? ''}
            aria-label={`Loading ${name.toLowerCase()}`}
          />
        )}
        {url && <img src={url} alt={name} draggable={false} />}
        {text.data && <TextLayer words={text.data.words} page={props.size} shown={shown} find={props.find} />}
        {text.data?.words.length === 0 && (
          <p className={classes.noText}>This page has no text that can be read aloud or searched.</p>
        )}
        {text.error && <p className={classes.noText}>{errors['preview-failed'].message}</p>}
      </div>
    </div>
  )
}
