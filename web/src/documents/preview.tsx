import { errors } from '@deedbox/contract/refusals/documents.ts'
import { Skeleton, UnstyledButton } from '@mantine/core'
import { IconFileOff, IconZoomIn } from '@tabler/icons-react'
import { messageOf } from '../lib/api.ts'
import { usePicture } from '../lib/picture.ts'
import classes from './detail.module.css'

/** The first page, small; clicking it opens the viewer. */
export function Preview(props: { documentId: string; title: string; onOpen: () => void }) {
  const { url, error, loading } = usePicture(props.documentId, 1)
  if (loading)
    return <Skeleton className={classes.sheet} radius="sm" role="status" aria-label="Loading the preview" />
  if (!url) return <NoPreview>{messageOf(error)}</NoPreview>
  return (
    <UnstyledButton className={classes.preview} onClick={props.onOpen}>
      <img src={url} alt={`First page of ${props.title}`} draggable={false} />
      <span className={classes.previewHint}>
        <IconZoomIn size={16} aria-hidden="true" /> View
      </span>
    </UnstyledButton>
  )
}

/** Placeholder for a preview that cannot be drawn. */
export function NoPreview({
  children,
  title = errors['preview-unavailable'].message,
}: {
  children?: string | undefined
  title?: string
}) {
  return (
    <div className={classes.none}>
      <IconFileOff size={32} stroke={1.3} aria-hidden="true" />
      <strong>{title}</strong>
      {children && children !== errors['preview-unavailable'].message && <span>{children}</span>}
    </div>
  )
}
