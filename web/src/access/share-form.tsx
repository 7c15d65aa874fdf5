import { accessLevelLabels } from '@deedbox/contract/document-terms.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { errors, fill, screen, success } from '@deedbox/contract/messages.ts'
import { Button, Group, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ApiError, call } from '../lib/api.ts'
import { dateText } from '../lib/format.ts'
import { refreshEverything } from '../lib/query.ts'
import { useDeployment } from '../lib/session.ts'
import { addDays, useToday } from '../lib/today.ts'
import { DayField } from '../ui/day-field.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { emailRule } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import classes from './access.module.css'

const inviteDays = 30

/** The fields of the Share dialog. For an e-mail that nobody has, it offers to invite that person as a guest. */
export function ShareForm(props: {
  documentId: string
  onBusy: (busy: boolean) => void
  onCancel: () => void
  onShared: () => void
}) {
  const today = useToday()
  const { timeZone } = useDeployment()
  const [unknown, setUnknown] = useState<string | null>(null)
  const notPast = (day: string | null) => (day && day < today ? errors['expiry-past'].message : null)

  const form = useServerForm({
    initialValues: {
      email: '',
      accessLevel: 'download' as 'view' | 'download',
      expiresOn: null as string | null,
      message: '',
      inviteExpiresOn: addDays(today, inviteDays) as string | null,
    },
    validate: {
      email: emailRule,
      expiresOn: notPast,
      inviteExpiresOn: (day, values) =>
        sameEmail(values.email, unknown) ? (day ? notPast(day) : 'Please choose a date') : null,
    },
    fieldOf: {
      'recipient-unknown': 'email',
      'recipient-unconfirmed': 'email',
      'recipient-owner': 'email',
      'expiry-past': 'expiresOn',
      'expiry-far': 'expiresOn',
    },
    send: async ({ email, inviteExpiresOn, ...rest }) => {
      const invited = sameEmail(email, unknown) && inviteExpiresOn !== null
      props.onBusy(true)
      try {
        const { emailSent } = await call('POST /api/documents/:documentId/access', {
          params: { documentId: props.documentId },
          body: { ...rest, email, invite: invited ? { expiresOn: inviteExpiresOn } : null },
        })
        if (emailSent) toast.success(fill(success.shared, { email: email.trim().toLowerCase() }))
        else toast.warning(success.sharedNoMail)
      } catch (error) {
        if (error instanceof ApiError && error.code === 'recipient-unknown') setUnknown(email)
        throw error
      } finally {
        props.onBusy(false)
      }
      void refreshEverything()
      props.onShared()
    },
  })
  const inviting = sameEmail(form.values.email, unknown)

  return (
    <form noValidate onSubmit={form.submit}>
      <Stack>
        <TextInput
          label="Recipient e-mail"
          type="email"
          autoComplete="off"
          maxLength={limits.text.email}
          data-autofocus
          required
          {...form.getInputProps('email')}
        />
        {inviting && (
          <section className={classes.invite} aria-live="polite">
            <p>
              <strong>{unknown?.trim()}</strong> has no account yet. You can invite this person as a guest:
              they get an e-mail, and may open this document once they have signed up with that address.
            </p>
            <DayField
              label="Guest access ends with"
              description="From then on the guest sees nothing any more, whatever was shared with them."
              minDate={today}
              {...form.getInputProps('inviteExpiresOn')}
            />
          </section>
        )}
        <Radio.Group label="Access level" {...form.getInputProps('accessLevel')}>
          <Stack gap="xs" mt={6}>
            <Radio
              value="download"
              label={accessLevelLabels.download}
              description="Reads the pages here and may keep the file."
            />
            <Radio
              value="view"
              label={accessLevelLabels.view}
              description="Reads the pages here, marked with their e-mail address and the time; never gets the file."
            />
          </Stack>
        </Radio.Group>
        <DayField
          label="Expiry date (optional)"
          description={
            form.values.expiresOn
              ? 'Access ends with this day.'
              : `Without a date, access ends by itself after ${limits.autoRevokeDays} days, on ${dateText(
                  addDays(today, limits.autoRevokeDays),
                  timeZone,
                )}.`
          }
          minDate={today}
          {...form.getInputProps('expiresOn')}
        />
        <Textarea
          label="Personal message (optional)"
          autosize
          minRows={3}
          maxRows={8}
          maxLength={limits.text.message}
          {...form.getInputProps('message')}
        />
        <FormFailure title={screen.shareFailed} error={form.failure} />
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onCancel} disabled={form.busy}>
            Cancel
          </Button>
          <SubmitButton busy={form.busy}>{inviting ? 'Invite and share' : 'Share'}</SubmitButton>
        </Group>
      </Stack>
    </form>
  )
}

/** Addresses are compared in lower case, trimmed. */
const sameEmail = (email: string, other: string | null) =>
  other !== null && email.trim().toLowerCase() === other.trim().toLowerCase()
