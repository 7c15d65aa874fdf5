import { addDays } from '@deedbox/contract/dates.ts'
import { linksNotice } from '@deedbox/contract/inviting.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { errors, fill, screen, success } from '@deedbox/contract/messages.ts'
import { Alert, Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ApiError, call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { useDeployment, useUser } from '../lib/session.ts'
import { useToday } from '../lib/today.ts'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { emailRule } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { noDay, typedDay } from '../ui/typed-day.ts'
import { UntilWhen } from '../ui/until-when.tsx'
import { type AccessLevel, WhichLevel } from '../ui/which-level.tsx'
import classes from './access.module.css'

/** The fields of the Share dialog. For an email without an account it offers to invite that person as a guest. */
export function ShareForm(props: {
  documentId: string
  onBusy: (busy: boolean) => void
  onCancel: () => void
  onShared: () => void
}) {
  const today = useToday()
  const [unknownEmail, setUnknownEmail] = useState<string | null>(null)
  // An unconfirmed trustee cannot invite anyone.
  const { confirmed } = useUser()
  const { sharePeriodDays } = useDeployment()

  const form = useServerForm({
    initialValues: {
      email: '',
      inviteExpiresOn: typedDay(addDays(today, limits.guestDays)),
      accessLevel: 'download' as AccessLevel,
      expiresOn: sharePeriodDays ? typedDay(addDays(today, sharePeriodDays)) : noDay,
      message: '',
    },
    validate: { email: emailRule },
    days: {
      inviteExpiresOn: ({ email }) =>
        confirmed && sameEmail(email, unknownEmail) ? { kind: 'future', required: screen.dayRequired } : null,
      expiresOn: { kind: 'future' },
    },
    fieldOf: {
      'recipient-unknown': 'email',
      'recipient-unconfirmed': 'email',
      'recipient-owner': 'email',
      'recipient-stopped': 'email',
      'invite.expiresOn': 'inviteExpiresOn',
    },
    send: async ({ email, inviteExpiresOn, ...rest }) => {
      props.onBusy(true)
      try {
        const { emailSent } = await call('POST /api/documents/:documentId/access', {
          params: { documentId: props.documentId },
          body: { ...rest, email, invite: inviteExpiresOn ? { expiresOn: inviteExpiresOn } : null },
        })
        if (emailSent) toast.success(fill(success.shared, { email: email.trim().toLowerCase() }))
        else toast.warning(success.sharedNoMail)
      } catch (error) {
        if (error instanceof ApiError && error.code === 'recipient-unknown') setUnknownEmail(email)
        throw error
      } finally {
        props.onBusy(false)
      }
      void refreshEverything()
      props.onShared()
    },
  })
  const inviting = confirmed && sameEmail(form.values.email, unknownEmail)

  return (
    <form noValidate onSubmit={form.submit}>
      <Stack>
        <TextInput
          label="Recipient email"
          type="email"
          autoComplete="off"
          maxLength={limits.text.email}
          data-autofocus
          required
          {...form.getInputProps('email')}
        />
        {!confirmed && sameEmail(form.values.email, unknownEmail) && (
          <Alert color="amber" role="status">
            {errors['invite-unconfirmed'].message}
          </Alert>
        )}
        {inviting && (
          <section className={classes.invite} aria-live="polite">
            <p>
              <strong>{unknownEmail?.trim()}</strong> has no account yet. You can invite this person as a
              guest. They get an email and can open this document once they have signed up with that address.
            </p>
            <UntilWhen
              label="Guest access ends with"
              hint="After that day the guest can no longer see any document that was shared with them."
              {...form.day('inviteExpiresOn')}
            />
          </section>
        )}
        <WhichLevel {...form.getInputProps('accessLevel')} />
        <UntilWhen label="Expiry date (optional)" quick {...form.day('expiresOn')} />
        <Textarea
          label="Personal message (optional)"
          {...(inviting ? { description: linksNotice } : {})}
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
