import { limits } from '@deedbox/contract/limits.ts'
import { List, Stack, Text, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { call } from '../lib/api.ts'
import { dateText } from '../lib/format.ts'
import { refreshEverything } from '../lib/query.ts'
import { useDeployment, useServerNow } from '../lib/session.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { required } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'

type Props = { id: string; name: string; onClose: () => void }

/** A dialog that asks for a reason and does one thing with it. */
function WithReason(props: {
  title: string
  description: string
  submit: string
  failure: string
  done: string
  act: (reason: string) => Promise<unknown>
  onClose: () => void
  children: ReactNode
}) {
  const form = useServerForm({
    initialValues: { reason: '' },
    validate: { reason: required },
    async send({ reason }) {
      await props.act(reason)
      toast.success(props.done)
      props.onClose()
      await refreshEverything()
    },
  })
  return (
    <Dialog onClose={props.onClose} title={props.title}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          {props.children}
          <Textarea
            label="Reason"
            description={props.description}
            required
            autosize
            minRows={2}
            maxRows={8}
            maxLength={limits.text.message}
            data-autofocus
            {...form.getInputProps('reason')}
          />
          <FormFailure title={props.failure} error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={props.onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>{props.submit}</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}

/** Marks an organisation as leaving, and says before what it means. */
export function LeaveDialog({ id, name, onClose }: Props) {
  const { timeZone } = useDeployment()
  const locks = new Date(useServerNow() + limits.leavingDays * 86_400_000).toISOString()
  return (
    <WithReason
      title={`Mark ${name} as leaving?`}
      description="Administrators and the Org Admin read it in the audit trail."
      submit="Mark as leaving"
      failure="Failed to mark this organisation as leaving"
      done={`${name} is leaving`}
      act={(reason) =>
        call('POST /api/organizations/:organizationId/leaving', {
          params: { organizationId: id },
          body: { reason },
        })
      }
      onClose={onClose}
    >
      <List size="sm" spacing={4}>
        <List.Item>
          It counts from today. Its people can take everything out until {dateText(locks, timeZone)}; they see
          that on every page, and are written to now, 30 and 7 days before, and on the day.
        </List.Item>
        <List.Item>
          Then its content is locked: nobody can open, download, share or change its documents, and access
          that was given to them ends for good.
        </List.Item>
        <List.Item>
          Nothing is destroyed by this. Until two administrators destroy its documents, you can let it stay,
          and they open again.
        </List.Item>
      </List>
    </WithReason>
  )
}

/** Lets an organisation stay that was leaving. */
export function StayDialog({ id, name, locked, onClose }: Props & { locked: boolean }) {
  return (
    <WithReason
      title={`Does ${name} stay?`}
      description="Administrators and the Org Admin read it in the audit trail."
      submit="It stays"
      failure="Failed to let this organisation stay"
      done={`${name} stays`}
      act={(reason) =>
        call('POST /api/organizations/:organizationId/stay', {
          params: { organizationId: id },
          body: { reason },
        })
      }
      onClose={onClose}
    >
      <Text>
        {locked
          ? 'Its documents open again for its people and those who handle them. Access of others, which ended with the lock, does not come back.'
          : 'Its documents are not locked, and its people see no notice any more.'}
      </Text>
    </WithReason>
  )
}
