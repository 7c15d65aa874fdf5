import type { DocumentRow } from '@deedbox/contract/documents.ts'
import { fileSize } from '@deedbox/contract/sizes.ts'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconDownload, IconPaperclip } from '@tabler/icons-react'
import type { Answer } from '../../lib/api.ts'
import classes from './attachments.module.css'

type Attachment = Answer<'GET /api/documents/:documentId/pages'>['attachments'][number]

/** Files attached to the mail that is open: each is read here, or downloaded where it has no pages, by whoever may. */
export function Attachments(props: {
  attachments: readonly Attachment[]
  can: Pick<DocumentRow['can'], 'download'>
  onOpen: (number: number) => void
  onDownload: (attachment: Attachment) => void
}) {
  if (props.attachments.length === 0) return null
  return (
    <nav className={classes.bar} aria-label="Attachments">
      <ul>
        {props.attachments.map((one) => (
          <li key={one.number}>
            {one.opens ? (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconPaperclip size={14} aria-hidden="true" />}
                onClick={() => props.onOpen(one.number)}
              >
                {one.name} ({fileSize(one.size)})
              </Button>
            ) : props.can.download ? (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconDownload size={14} aria-hidden="true" />}
                onClick={() => props.onDownload(one)}
              >
                {one.name} ({fileSize(one.size)}): download
              </Button>
            ) : (
              <span>
                {one.name} ({fileSize(one.size)}) cannot be shown
              </span>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Leads from an attachment back to its mail, and names it. */
export function AttachmentHead({ name, onBack }: { name: string | undefined; onBack: () => void }) {
  return (
    <div className={classes.bar}>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconArrowLeft size={14} aria-hidden="true" />}
        onClick={onBack}
      >
        Back to the email
      </Button>
      {name && <strong>{name}</strong>}
    </div>
  )
}
