import { counted, countText } from '@deedbox/contract/counts.ts'
import type { DocumentAction } from '@deedbox/contract/document-terms.ts'
import { refusalReasonLabels } from '@deedbox/contract/document-terms.ts'
import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import classes from './documents.module.css'

export type Named = { id: string; title: string }
const namedAtMost = 5

/** Fetches what an action on documents would change, and why some would be refused. */
export function usePreview(action: DocumentAction, documents: readonly Named[]) {
  const documentIds = documents.map(({ id }) => id)
  return useQuery({
    queryKey: ['documents', 'preview', action, documentIds],
    queryFn: ({ signal }) => call('POST /api/documents/preview', { body: { documentIds, action }, signal }),
    enabled: documents.length > 0,
  })
}

/** The first of some documents, by title. */
export function Titles(props: { documents: readonly (Named & { why?: string | undefined })[] }) {
  const more = props.documents.length - namedAtMost
  return (
    <ul className={classes.named}>
      {props.documents.slice(0, namedAtMost).map(({ id, title, why }) => (
        <li key={id}>
          {title}
          {why && `: ${why}`}
        </li>
      ))}
      {more > 0 && <li>and {countText(more)} more</li>}
    </ul>
  )
}

/** Names the chosen documents that an action leaves out, and why; renders nothing where it leaves out none. */
export function LeftOut({ action, documents }: { action: DocumentAction; documents: readonly Named[] }) {
  const { data } = usePreview(action, documents)
  if (documents.length === 0) return null
  const reasons = new Map(data?.refused.map(({ id, reason }) => [id, refusalReasonLabels[reason]]))
  return (
    <Alert
      color="amber"
      title={`${counted(documents.length, 'document')} ${documents.length === 1 ? 'is' : 'are'} left out`}
    >
      <Titles documents={documents.map(({ id, title }) => ({ id, title, why: reasons.get(id) }))} />
    </Alert>
  )
}
