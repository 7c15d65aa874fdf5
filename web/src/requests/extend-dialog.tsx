import { addDays, addMonths, dayOf } from '@deedbox/contract/dates.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { screen, success } from '@deedbox/contract/messages.ts'
import { errors } from '@deedbox/contract/refusals/sharing.ts'
import {
  defaultExtension,
  type ExtensionType,
  extensionLabels,
  extensionMonths,
  extensionTypes,
} from '@deedbox/contract/request-terms.ts'
import { Radio, Stack, Textarea } from '@mantine/core'
import { call } from '../lib/api.ts'
import { whenText } from '../lib/format.ts'
import { refreshEverything } from '../lib/query.ts'
import { useDeployment, useServerNow } from '../lib/session.ts'
import { useToday } from '../lib/today.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { noDay } from '../ui/typed-day.ts'
import { UntilWhen } from '../ui/until-when.tsx'
import { When } from '../ui/when.tsx'
import type { OwnGrant } from './own-grant.ts'

/** Dialog that asks for more time on one of the reader's own grants (specification, section 2: Extension request). */
export function ExtendDialog({ grant, onClose }: { grant: OwnGrant; onClose: () => void }) {
  const { timeZone } = useDeployment()
  const today = useToday()
  const now = useServerNow()
  const lastDay = grant.endsAt ? dayOf(grant.endsAt, timeZone) : today
  const form = useServerForm({
    initialValues: {
      duration: defaultExtension as ExtensionType,
      customDate: noDay,
      justification: '',
    },
    days: {
      customDate: ({ duration }) =>
        duration === 'custom'
          ? {
              kind: 'future',
              required: errors['extension-date'].message,
              from: { day: addDays(lastDay, 1), message: errors['extension-shorter'].message },
            }
          : null,
    },
    fieldOf: {
      'extension-date': 'customDate',
      'extension-shorter': 'customDate',
      'expiry-far': 'duration',
    },
    send: async ({ duration, customDate, justification }) => {
      await call('POST /api/access/:grantId/extension', {
        params: { grantId: grant.id },
        body: { duration, customDate, justification },
      })
      toast.success(success.extensionRequested)
      onClose()
      void refreshEverything()
    },
  })
  const close = () => {
    if (!form.busy) onClose()
  }
  const until = (type: ExtensionType) =>
    type === 'custom' ? null : `Ends ${whenText(addMonths(lastDay, extensionMonths[type]), now, timeZone)}`
  return (
    <Dialog onClose={close} title={`Extend your access to ${grant.documentTitle}?`}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          {grant.endsAt && (
            <p style={{ margin: 0 }}>
              Your access ends <When at={grant.endsAt} />. A trustee decides on more time.
            </p>
          )}
          <Radio.Group label="For how long" {...form.getInputProps('duration')}>
            <Stack gap="xs" mt={6}>
              {extensionTypes.map((type) => (
                <Radio
                  key={type}
                  value={type}
                  label={extensionLabels[type]}
                  description={until(type)}
                  {...(type === defaultExtension ? { 'data-autofocus': true } : {})}
                />
              ))}
            </Stack>
          </Radio.Group>
          {form.values.duration === 'custom' && (
            <UntilWhen label="Access ends with" {...form.day('customDate')} />
          )}
          <Textarea
            label="Justification (optional)"
            autosize
            minRows={2}
            maxRows={8}
            maxLength={limits.text.message}
            {...form.getInputProps('justification')}
          />
          <FormFailure title={screen.extensionFailed} error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={close} disabled={form.busy} />
            <SubmitButton busy={form.busy}>Request extension</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
