import { counted } from '@deedbox/contract/counts.ts'
import type { TakeOut } from '@deedbox/contract/take-outs.ts'
import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { When } from '../ui/when.tsx'
import classes from './take-outs.module.css'

/** Messages about a last download that did not simply work. */
const troubles: Partial<Record<TakeOut['state'], [title: string, text: string]>> = {
  cancelled: ['You cancelled the download', 'The file, if your browser kept it, is not complete. Delete it.'],
  stopped: [
    'The download was cut off',
    'The connection was lost, or the download was cancelled in the browser. The file is not complete: delete it and try again.',
  ],
  failed: [
    'The download failed',
    'Deedbox had to stop in the middle. The file is not complete: delete it and try again. If it fails again, tell your administrator.',
  ],
}

const why: Record<TakeOut['missing'][number]['why'], string> = {
  damaged: 'its stored content is damaged',
  gone: 'it was deleted, or your access to it ended',
}

/** Result of the last download, and the documents that are not in its file. */
export function Result({ takeOut }: { takeOut: TakeOut }) {
  const { state, startedAt, documentsDone, missing } = takeOut
  const trouble = troubles[state]
  if (trouble)
    return (
      <Alert color="amber" role="status" icon={<IconAlertTriangle />} title={trouble[0]}>
        {trouble[1]}
      </Alert>
    )
  const when = (
    <Text size="sm" c="dimmed">
      <When at={startedAt} />
    </Text>
  )
  if (missing.length === 0)
    return (
      <Alert
        color="eucalyptus"
        role="status"
        icon={<IconCheck />}
        title={`Taken out: ${counted(documentsDone, 'document')}`}
      >
        Your browser has saved the file, and nothing is missing in it.
        {when}
      </Alert>
    )
  return (
    <Alert
      color="amber"
      role="status"
      icon={<IconAlertTriangle />}
      title={`Taken out, but ${counted(missing.length, 'document is', 'documents are')} missing`}
    >
      All others are in the file; its README.txt names those that are not. Please tell your administrator.
      <ul className={classes.missing}>
        {missing.map((each, index) => (
          // Titles are not unique, and this list never changes.
          // biome-ignore lint/suspicious/noArrayIndexKey: as said
          <li key={index}>
            {each.title}: {why[each.why]}
          </li>
        ))}
      </ul>
      {when}
    </Alert>
  )
}
