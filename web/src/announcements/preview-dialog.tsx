import { counted } from '@deedbox/contract/counts.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Text } from '@mantine/core'
import type { Answer } from '../lib/api.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import classes from './announcements.module.css'

const people = (n: number) => counted(n, 'person', 'people')

/** Preview of the email and the number of its recipients, before it is sent. */
export function PreviewDialog(props: {
  preview: Answer<'POST /api/announcements/preview'>
  act: () => Promise<unknown>
  onClose: () => void
}) {
  const { recipients, subject, html } = props.preview
  return (
    <ConfirmDialog
      title={`Send “${subject}” to ${people(recipients)}?`}
      confirm={`Send to ${people(recipients)}`}
      failure={screen.announcementFailed}
      size="xl"
      act={props.act}
      onClose={props.onClose}
    >
      <Text size="sm" mb="sm">
        An email that was sent cannot be taken back. It will look like this:
      </Text>
      {/* Frame without scripts and without an origin, so that the email is only drawn. */}
      <iframe className={classes.mail} title="The email" sandbox="" srcDoc={html} />
    </ConfirmDialog>
  )
}
