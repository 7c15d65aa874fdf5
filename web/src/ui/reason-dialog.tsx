import { limits } from '@deedbox/contract/limits.ts'
import { Stack, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { refreshEverything } from '../lib/query.ts'
import { CancelButton } from './cancel-button.tsx'
import { Dialog } from './dialog.tsx'
import { DialogButtons } from './dialog-buttons.tsx'
import { FormFailure, useServerForm } from './form.tsx'
import { required } from './rules.ts'
import { SubmitButton } from './submit-button.tsx'
import { toast } from './toast.tsx'

/** A dialog that asks for a reason and does one thing with it; `done` is what the toast says then. */
export function ReasonDialog(props: {
  title: string
  label?: string
  description?: string
  button: string
  color?: 'wax'
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
            label={props.label ?? 'Reason'}
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
            <SubmitButton busy={form.busy} {...(props.color ? { color: props.color } : {})}>
              {props.button}
            </SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
