import { fileSize } from '@deedbox/contract/sizes.ts'
import { Button, Text } from '@mantine/core'
import { IconFolderOpen, IconUpload } from '@tabler/icons-react'
import { type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { dateText } from '../lib/format.ts'
import { useDeployment } from '../lib/session.ts'
import { ChooseDocuments } from '../ui/choose-documents.tsx'
import { EmptyState } from '../ui/states.tsx'
import classes from './owner-requests.module.css'
import { useOwnDocuments } from './queries.ts'
import type { SharedDocument } from './shared-list.tsx'

/** Number of documents that can be shared at once (the limit in the contract). */
const maxChosen = 50

/** Chooses from the person's own documents, newest first. Chosen documents stay chosen while the search changes. */
export function DocumentPicker(props: {
  requestId: string
  already: SharedDocument[]
  value: string[]
  onChange: (chosen: string[]) => void
  error?: ReactNode
}) {
  const { value, onChange } = props
  const { timeZone } = useDeployment()
  const [search, setSearch] = useState('')
  const list = useOwnDocuments(search)
  const errorId = useId()
  const chosen = useMemo(() => new Set(value), [value])
  const shared = useMemo(() => new Set(props.already.map(({ documentId }) => documentId)), [props.already])
  const documents = useMemo(() => list.data?.pages.flatMap((page) => page.documents), [list.data])
  const rows = documents?.map((document) => ({
    id: document.id,
    title: document.title,
    details: [
      document.clientName,
      fileSize(document.fileSize),
      `uploaded ${dateText(document.uploadedAt, timeZone)}`,
    ]
      .filter(Boolean)
      .join(' · '),
    ...(shared.has(document.id) ? { aside: 'Already shared' } : {}),
  }))

  // Ref with the latest choice, so that choosing one row does not render the others again.
  const latest = useRef({ chosen, onChange })
  latest.current = { chosen, onChange }
  const toggle = useCallback((id: string) => {
    const { chosen, onChange } = latest.current
    const next = new Set(chosen)
    if (!next.delete(id) && next.size < maxChosen) next.add(id)
    onChange([...next])
  }, [])

  return (
    <div className={classes.picker}>
      <ChooseDocuments
        label="Your documents"
        placeholder="Search title, client or file name"
        noMatch="None of your documents matches this search."
        none={
          <EmptyState
            icon={IconFolderOpen}
            title="No documents yet"
            action={
              <Button
                component={Link}
                to={`/documents/upload?request=${encodeURIComponent(props.requestId)}`}
                variant="default"
                leftSection={<IconUpload size={16} aria-hidden="true" />}
              >
                Upload documents
              </Button>
            }
          >
            First upload what was asked for. Then you can share it here.
          </EmptyState>
        }
        search={search}
        onSearch={setSearch}
        list={list}
        rows={rows}
        selected={chosen}
        onToggle={toggle}
        {...(props.error ? { describedBy: errorId } : {})}
      />
      <Text size="sm" c="dimmed" role="status">
        {value.length === 0
          ? 'None chosen'
          : `${value.length} chosen${value.length === maxChosen ? `, the most that can be shared at once` : ''}`}
      </Text>
      {props.error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" id={errorId}>
          {props.error}
        </Text>
      )}
    </div>
  )
}
