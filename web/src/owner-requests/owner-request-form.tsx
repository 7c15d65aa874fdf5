import { linksNotice } from '@deedbox/contract/inviting.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { screen, success } from '@deedbox/contract/messages.ts'
import { errors } from '@deedbox/contract/refusals/sharing.ts'
import { Alert, Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { IconUserQuestion } from '@tabler/icons-react'
import { ApiError, call, messageOf } from '../lib/api.ts'
import { useDeployment, useUser } from '../lib/session.ts'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { emailRule } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { refreshOwnerRequests } from './queries.ts'

const filledIn = (text: string) => (text.trim() === '' ? screen.ownerRequestRequired : null)

/** Asks a document owner, who may have no account yet, for documents (specification, sections 2, 5 and 7). */
export function OwnerRequestForm() {
  const user = useUser()
  const { signUpRoles } = useDeployment()
  const own = (email: string) =>
    email.trim().toLowerCase() === user.email ? errors['owner-request-self'].message : null
  const form = useServerForm({
    initialValues: { ownerEmail: '', ownerName: '', message: '', anyway: false },
    validate: {
      ownerEmail: (email) => filledIn(email) ?? emailRule(email) ?? own(email),
      message: filledIn,
    },
    fieldOf: { 'owner-request-self': 'ownerEmail' },
    send: async (body) => {
      const { emailSent } = await call('POST /api/owner-requests', { body })
      if (emailSent) toast.success(success.ownerRequested)
      else toast.warning(success.ownerRequestedNoMail)
      form.reset()
      void refreshOwnerRequests()
    },
  })
  const cannotClaim = form.failure instanceof ApiError && form.failure.code === 'owner-cannot-claim'
  return (
    <form noValidate onSubmit={form.submit}>
      <Stack>
        <TextInput
          label="Owner's email"
          description={`The owner gets an email with a link to this request. ${
            signUpRoles.includes('trustee')
              ? 'If they have no account, they can create one there.'
              : 'If they have no account, a trustee here can claim it for you.'
          }`}
          type="email"
          autoComplete="off"
          maxLength={limits.text.email}
          required
          {...form.getInputProps('ownerEmail')}
          onChange={(event) => {
            form.setFieldValue('ownerEmail', event.currentTarget.value)
            // Reset the choice, as the refusal was about the former address.
            form.setFieldValue('anyway', false)
            form.clearFailure()
          }}
        />
        <TextInput
          label="Owner's name (optional)"
          autoComplete="off"
          maxLength={limits.text.name}
          {...form.getInputProps('ownerName')}
        />
        <Textarea
          label="Request details"
          description={`Which documents you need, for which client, and why. ${linksNotice}`}
          autosize
          minRows={4}
          maxRows={12}
          maxLength={limits.text.message}
          required
          {...form.getInputProps('message')}
        />
        {cannotClaim ? (
          <Alert color="amber" role="alert" icon={<IconUserQuestion />} title={messageOf(form.failure)}>
            They would get your email, but only a trustee can answer it in Deedbox. Check the address, or send
            the request anyway: a trustee here can then claim it for you.
            <Checkbox
              mt="sm"
              label="Send it anyway"
              {...form.getInputProps('anyway', { type: 'checkbox' })}
            />
          </Alert>
        ) : (
          <FormFailure title={screen.ownerRequestFailed} error={form.failure} />
        )}
        <Group justify="flex-end">
          <SubmitButton busy={form.busy}>Send request</SubmitButton>
        </Group>
      </Stack>
    </form>
  )
}
