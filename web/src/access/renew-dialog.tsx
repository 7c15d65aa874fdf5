import type { Grant } from '@deedbox/contract/access.ts'
import { errors, screen, success } from '@deedbox/contract/messages.ts'
import { Button, Group, Radio, Stack } from '@mantine/core'
import { call } from '../lib/api.ts'
import { dateText } from '../lib/format.ts'
import { refreshEverything } from '../lib/query.ts'
import { useDeployment } from '../lib/session.ts'
import { addYear, useToday } from '../lib/today.ts'
import { DayField } from '../ui/day-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'

type Props = {
  grant: Grant
  documentTitle: string
  onClose: () => void
}

/** Gives a grant a new end: a year from now, or a chosen day. */
export function RenewDialog({ grant, documentTitle, onClose }: Props) {
  const today = useToday()
  const { timeZone } = useDeployment()
  const form = useServerForm({
    initialValues: { until: 'year' as 'year' | 'day', expiresOn: null as string | null },
    validate: {
      expiresOn: (day, { until }) => {
        if (until === 'year') return null
        if (!day) return 'Please choose a date'
        return day < today ? errors['expiry-past'].message : null
      },
    },
    fieldOf: { 'expiry-past': 'expiresOn', 'expiry-far': 'expiresOn' },
    send: async ({ until, expiresOn }) => {
      await call('POST /api/access/:grantId/renew', {
        params: { grantId: grant.id },
        body: { expiresOn: until === 'year' ? null : expiresOn },
      })
      toast.success(until === 'year' ? success.renewedYear : success.renewed)
      onClose()
      void refreshEverything()
    },
  })
  return (
    <Dialog onClose={onClose} title={`Renew ${grant.userName}'s access to ${documentTitle}?`}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <Radio.Group label="New end of access" {...form.getInputProps('until')}>
            <Stack gap="xs" mt={6}>
              <Radio
                value="year"
                label="One year from today"
                description={`Until ${dateText(addYear(today), timeZone)}`}
                data-autofocus
              />
              <Radio value="day" label="Another date" />
            </Stack>
          </Radio.Group>
          {form.values.until === 'day' && (
            <DayField
              label="Access ends with"
              minDate={today}
              required
              {...form.getInputProps('expiresOn')}
            />
          )}
          <FormFailure title={screen.renewFailed} error={form.failure} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={form.busy}>
              Cancel
            </Button>
            <SubmitButton busy={form.busy}>Renew access</SubmitButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
