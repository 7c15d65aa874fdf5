import { counted } from '@deedbox/contract/counts.ts'
import type { bulkActions } from '@deedbox/contract/grants.ts'
import { Alert, Box, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Answer } from '../lib/api.ts'
import { dateText } from '../lib/format.ts'
import { useDeployment } from '../lib/session.ts'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { When } from '../ui/when.tsx'
import classes from './access.module.css'

type Preview = Answer<'POST /api/access/bulk/preview'>

/** The second step of the bulk dialog: the changes, record by record, and the confirmation. */
export function BulkReview(props: {
  action: (typeof bulkActions)[number]
  preview: Preview
  busy: boolean
  onBack: () => void
  onConfirm: () => void
  children: ReactNode
}) {
  const { timeZone } = useDeployment()
  const { changes, refused } = props.preview
  const revokes = props.action === 'revoke'
  const newEnd = changes[0]?.newEndsAt
  const sooner = changes.filter(endsSooner).length
  const back = useRef<HTMLButtonElement>(null)
  // Focus on the safe choice, because the button that led here is gone.
  useEffect(() => back.current?.focus(), [])

  return (
    <Stack>
      <Text>
        {revokes || !newEnd ? (
          'Access ends immediately, even where a document is open right now.'
        ) : (
          <>
            Access then ends <When at={newEnd} />.
          </>
        )}
      </Text>
      {props.children}
      {refused > 0 && (
        <Alert color="amber" icon={<IconAlertTriangle />}>
          {counted(refused, 'access record')} in your selection can no longer be changed, because the access
          has since ended or you are not allowed to change it. {refused === 1 ? 'It has' : 'They have'} been
          left out.
        </Alert>
      )}
      {sooner > 0 && (
        <Alert color="amber" icon={<IconAlertTriangle />}>
          {sooner === changes.length ? 'All of them' : counted(sooner, 'access record')} would get an earlier
          end date.
        </Alert>
      )}
      {changes.length > 0 && (
        <Box component="ul" className={classes.changes ?? ''} aria-label="What will change" tabIndex={0}>
          {changes.map((change) => (
            <li key={change.id}>
              <span className={classes.changed}>
                {change.userName} — {change.documentTitle}
                <span className={classes.small}>{change.userEmail}</span>
              </span>
              <span className={classes.change}>
                {change.endsAt ? dateText(change.endsAt, timeZone) : 'no end'} →{' '}
                <strong>{change.newEndsAt ? dateText(change.newEndsAt, timeZone) : 'now'}</strong>
              </span>
            </li>
          ))}
        </Box>
      )}
      <DialogButtons>
        <Button ref={back} variant="default" onClick={props.onBack} disabled={props.busy}>
          Back
        </Button>
        {changes.length > 0 && (
          <Button color={revokes ? 'wax' : 'brass'} loading={props.busy} onClick={props.onConfirm}>
            {revokes ? 'Revoke' : 'Renew'} {counted(changes.length, 'access record')}
          </Button>
        )}
      </DialogButtons>
    </Stack>
  )
}

const endsSooner = ({ endsAt, newEndsAt }: Preview['changes'][number]) =>
  newEndsAt !== null && (endsAt === null || Date.parse(newEndsAt) < Date.parse(endsAt))
