import { Button } from '@mantine/core'
import { IconDownload, IconFileBroken } from '@tabler/icons-react'
import { messageOf } from '../../lib/api.ts'
import { EmptyState } from '../../ui/states.tsx'
import classes from './viewer.module.css'

/** Says why a file cannot be shown, where trying again would not help, and offers it to whoever may have it. */
export function Damaged(props: {
  error: unknown
  downloading: boolean
  onDownload: (() => void) | null
  isAttached: boolean
}) {
  return (
    <div role="alert" className={classes.opening}>
      <EmptyState
        icon={IconFileBroken}
        title={messageOf(props.error)}
        action={
          props.onDownload && (
            <Button
              leftSection={<IconDownload size={16} aria-hidden="true" />}
              loading={props.downloading}
              onClick={props.onDownload}
            >
              Download
            </Button>
          )
        }
      >
        {props.isAttached
          ? 'It is attached to this email. If you may download the email, you have it there.'
          : props.onDownload
            ? 'It is stored as it was uploaded. Another program may be able to repair it.'
            : 'Ask the owner of the document for a whole copy. You may only view it here.'}
      </EmptyState>
    </div>
  )
}
