import { addMonths } from '@deedbox/contract/dates.ts'
import { type TokenScope, tokenScopes } from '@deedbox/contract/endpoint.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { errors } from '@deedbox/contract/refusals/identity.ts'
import { scopeWords } from '@deedbox/contract/token-scopes.ts'
import { Checkbox, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../lib/api.ts'
import { queryClient } from '../lib/query.ts'
import { useToday } from '../lib/today.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { typedDay } from '../ui/typed-day.ts'
import { UntilWhen } from '../ui/until-when.tsx'
import { TokenSecret } from './token-secret.tsx'

const required = 'This field is required'

/** Creates an access token, then shows its secret once. */
export default function TokenDialog({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null)
  return secret === null ? (
    <Dialog onClose={onClose} title="Create an access token">
      <TokenForm onCreated={setSecret} onClose={onClose} />
    </Dialog>
  ) : (
    <Dialog onClose={onClose} title="Your new access token" closeOnClickOutside={false}>
      <TokenSecret secret={secret} onClose={onClose} />
    </Dialog>
  )
}

function TokenForm({ onCreated, onClose }: { onCreated: (secret: string) => void; onClose: () => void }) {
  const today = useToday()
  const last = addMonths(today, 12 * limits.token.livesYears)
  const form = useServerForm({
    initialValues: { name: '', scopes: [] as TokenScope[], expiresOn: typedDay(addMonths(today, 3)) },
    validate: {
      name: (name) => (name.trim() ? null : required),
      scopes: (scopes) => (scopes.length > 0 ? null : 'Choose at least one'),
    },
    days: {
      expiresOn: {
        kind: 'future',
        required: screen.dayRequired,
        to: { day: last, message: errors['token-end'].message },
      },
    },
    async send({ expiresOn, ...values }) {
      const { secret } = await call('POST /api/tokens', { body: { ...values, expiresOn: expiresOn ?? '' } })
      void queryClient.invalidateQueries({ queryKey: ['security'] })
      onCreated(secret)
    },
  })
  return (
    <form noValidate onSubmit={form.submit}>
      <Stack>
        <FormFailure error={form.failure} title={screen.tokenFailed} />
        <TextInput
          label="Name"
          description="What the token is for, for example “Nightly backup”"
          maxLength={limits.text.name}
          autoComplete="off"
          withAsterisk
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Checkbox.Group label="What it may do" withAsterisk {...form.getInputProps('scopes')}>
          <Stack gap="xs" mt="xs">
            {tokenScopes.map((scope) => (
              <Checkbox
                key={scope}
                value={scope}
                label={scopeWords[scope].label}
                description={scopeWords[scope].means}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <UntilWhen label="Last day" quick hint="At most one year from today." {...form.day('expiresOn')} />
        <DialogButtons>
          <CancelButton onCancel={onClose} />
          <SubmitButton busy={form.busy}>Create access token</SubmitButton>
        </DialogButtons>
      </Stack>
    </form>
  )
}
