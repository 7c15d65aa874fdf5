import { mailLabel } from '@deedbox/contract/mail-kinds.ts'
import type { UserRow } from '@deedbox/contract/people.ts'
import { Alert, Button, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call, messageOf } from '../lib/api.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { When } from '../ui/when.tsx'
import classes from './people.module.css'

/** A person's messages that people without an account reported, newest first. */
export function ReportsDialog(props: {
  user: UserRow
  name: string
  onDeactivate: (() => void) | null
  onClose: () => void
}) {
  const { user, name } = props
  const { data, error } = useQuery({
    queryKey: ['users', user.id, 'reports'],
    queryFn: ({ signal }) => call('GET /api/users/:userId/reports', { params: { userId: user.id }, signal }),
  })
  return (
    <Dialog onClose={props.onClose} title={`Reported messages from ${name}`} size="lg">
      <Stack>
        <Text size="sm">
          These people had no account and reported a message. Deedbox no longer sends them messages from{' '}
          {name}.
        </Text>
        {error && (
          <Alert color="wax" role="alert" title="Failed to load the reports">
            {messageOf(error)}
          </Alert>
        )}
        {!data && !error && <Loader size="sm" aria-label="Loading the reports" />}
        {data && (
          <ul className={classes.reports}>
            {data.reports.map((report) => (
              <li key={report.mailId}>
                <strong>{mailLabel(report.kind)}</strong> to {report.recipient}
                {report.message && <blockquote className={classes.quote}>{report.message}</blockquote>}
                <div className={classes.small}>
                  Sent <When at={report.sentAt} />, reported <When at={report.reportedAt} />
                </div>
              </li>
            ))}
          </ul>
        )}
        <DialogButtons>
          <Button variant="default" onClick={props.onClose} data-autofocus>
            Close
          </Button>
          {props.onDeactivate && (
            <Button color="wax" onClick={props.onDeactivate}>
              Deactivate {name}
            </Button>
          )}
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}
