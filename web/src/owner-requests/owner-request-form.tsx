import { limits } from '@deedbox/contract/limits.ts'
import { screen, success } from '@deedbox/contract/messages.ts'
import { Group, Stack, Textarea, TextInput } from '@mantine/core'
import { call } from '../lib/api.ts'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { emailRule } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { refreshOwnerRequests } from './queries.ts'

const filledIn = (text: string) => (text.trim() === '' ? screen.ownerRequestRequired : null)

/** Asks a document owner, who may have no account yet, for documents (specification, sections 2, 5 and 7). */
export function OwnerRequestForm() {
  const form = useServerForm({
    initialValues: { ownerEmail: '', ownerName: '', message: '' },
    validate: { ownerEmail: (email) => filledIn(email) ?? emailRule(email), message: filledIn },
    send: async (body) => {
      const { emailSent } = await call('POST /api/owner-requests', { body })
      if (emailSent) toast.success(success.ownerRequested)
      else toast.warning(success.ownerRequestedNoMail)
      form.reset()
      void refreshOwnerRequests()
    },
  })
  return (
    <form noValidate onSubmit={form.submit}>
      <Stack>
        <TextInput
          label="Owner's e-mail"
          description="The owner gets an e-mail with a link to this request, and needs no account yet."
          type="email"
          autoComplete="off"
          maxLength={limits.text.email}
          required
          {...form.getInputProps('ownerEmail')}
        />
        <TextInput
          label="Owner's name (optional)"
          autoComplete="off"
          maxLength={limits.text.name}
          {...form.getInputProps('ownerName')}
        />
        <Textarea
          label="Request details"
          description="Which documents you need, for which client, and why."
          autosize
          minRows={4}
          maxRows={12}
          maxLength={limits.text.message}
          required
          {...form.getInputProps('message')}
        />
        <FormFailure title={screen.ownerRequestFailed} error={form.failure} />
        <Group justify="flex-end">
          <SubmitButton busy={form.busy}>Send request</SubmitButton>
        </Group>
      </Stack>
    </form>
  )
}
