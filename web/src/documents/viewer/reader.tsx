import type { Document } from '@deedbox/contract/documents.ts'
import { Loader } from '@mantine/core'
import { ErrorState } from '../../ui/states.tsx'
import { Reading } from './reading.tsx'
import { usePageSizes, usePictures, useRefusal } from './use-pages.ts'
import classes from './viewer.module.css'

export type ReaderProps = {
  document: Document
  /** Page to begin with; `onPage` gets the open page, delayed while pages are turned quickly. */
  page: number
  onPage: (page: number) => void
  downloading: boolean
  onDownload: (() => void) | null
  onRefused: (error: unknown) => void
  onClose: () => void
}

/** Fetches the number and sizes of the pages, then shows them. */
export function Reader(props: ReaderProps) {
  const { document, onRefused } = props
  const { data, error, refetch } = usePageSizes(document.id)
  const pictures = usePictures(document.id, data?.pages.length ?? 0, onRefused)
  useRefusal(error, onRefused)
  if (error) return <ErrorState title="This document could not be opened" error={error} onRetry={refetch} />
  if (!data || !pictures)
    return (
      <div className={classes.opening}>
        <Loader role="status" aria-label="Opening the document" />
      </div>
    )
  return <Reading {...props} sizes={data.pages} outlined={data.outline} pictures={pictures} />
}
