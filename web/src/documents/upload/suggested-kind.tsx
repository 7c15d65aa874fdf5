import { documentKindLabels } from '@deedbox/contract/document-kinds.ts'
import { extensionOf } from '@deedbox/contract/file-types.ts'
import { headingLength, suggestedKind } from '@deedbox/contract/suggested-kind.ts'
import { Button, Group } from '@mantine/core'
import { IconBulb } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { DetailValues } from '../detail-values.ts'
import { mostPdfBytes, pdfHeading } from './pdf-heading.ts'
import classes from './upload.module.css'

/** Reads the beginning of a text or a PDF. */
async function headingOf(file: File): Promise<string> {
  const kind = extensionOf(file.name)
  // Up to four bytes a character.
  if (kind === 'txt') return await file.slice(0, 4 * headingLength).text()
  if (kind === 'pdf' && file.size <= mostPdfBytes)
    return await pdfHeading(new Uint8Array(await file.arrayBuffer()))
  return ''
}

/** Reads the heading of a file where it is asked for; '' for a file of another kind. */
function useHeading(file: File, wanted: boolean): string {
  const [heading, setHeading] = useState('')
  useEffect(() => {
    if (!wanted) return
    let gone = false
    headingOf(file).then(
      (read) => {
        if (!gone) setHeading(read)
      },
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [file, wanted])
  return heading
}

/** Suggests the kind of a file by its title and text, until the person has decided. Nothing is set before that. */
export function SuggestedKind(props: {
  file: File
  details: DetailValues
  onDescribe: (details: Partial<DetailValues>) => void
}) {
  const { file, details } = props
  const heading = useHeading(file, !suggestedKind(details.title))
  const [left, setLeft] = useState<string>()
  const found = suggestedKind(details.title, heading)
  if (!found || found === 'other' || details.kind || left === found) return null
  const suggested = documentKindLabels[found]
  return (
    <div className={classes.duplicate} role="status">
      <IconBulb size={18} aria-hidden="true" />
      <div>This looks like: {suggested}</div>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Set to ${suggested}: ${file.name}`}
          onClick={() => props.onDescribe({ kind: found })}
        >
          Set to {suggested}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-label={`Leave it: ${file.name}`}
          onClick={() => setLeft(found)}
        >
          Leave it
        </Button>
      </Group>
    </div>
  )
}
