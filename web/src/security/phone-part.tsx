import { limits } from '@deedbox/contract/limits.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { phoneText } from '@deedbox/contract/phone.ts'
import { Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../lib/api.ts'
import { queryClient } from '../lib/query.ts'
import { useDeployment } from '../lib/session.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { required } from '../ui/rules.ts'
import { ErrorState } from '../ui/states.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { SecurityPart } from './security-part.tsx'

const refresh = () => queryClient.invalidateQueries({ queryKey: ['security'] })

/** The phone number to sign in with, where text messages can be sent. */
export function PhonePart() {
  const { sms } = useDeployment()
  return sms ? <Phone /> : null
}

function Phone() {
  const [asked, setAsked] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['security', 'phone'],
    queryFn: ({ signal }) => call('GET /api/sign-in-phone', { signal }),
  })
  const remove = useMutation({
    async mutationFn() {
      await call('DELETE /api/sign-in-phone')
      toast.success('The phone number is removed')
      await refresh()
    },
    onError: (failure) => toast.failure('Failed to remove the phone number', failure),
  })
  const phone = data?.phone ?? null
  return (
    <SecurityPart
      title="Phone number to sign in with"
      lead="A code sent to this number signs you in to other software that uses Deedbox."
    >
      {error && !data && <ErrorState title="Failed to load the number" error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={48} />}
      {data && (
        <Group justify="space-between">
          <Text>{phone ? phoneText(phone) : 'No phone number.'}</Text>
          <Group gap="xs">
            {phone && (
              <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
                Remove number
              </Button>
            )}
            <Button variant="default" onClick={() => setAsked(true)}>
              {phone ? 'Change number' : 'Add a number'}
            </Button>
          </Group>
        </Group>
      )}
      {asked && <PhoneDialog onClose={() => setAsked(false)} />}
    </SecurityPart>
  )
}

/** Dialog that asks for the number, then for the code that was sent to it. */
function PhoneDialog({ onClose }: { onClose: () => void }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <Dialog onClose={onClose} title="Phone number to sign in with">
      {sentTo === null ? (
        <AskForCode onSent={setSentTo} onClose={onClose} />
      ) : (
        <EnterCode phone={sentTo} onBack={() => setSentTo(null)} onClose={onClose} />
      )}
    </Dialog>
  )
}

function AskForCode({ onSent, onClose }: { onSent: (phone: string) => void; onClose: () => void }) {
  const form = useServerForm({
    initialValues: { phone: '' },
    validate: { phone: required },
    fieldOf: { 'phone-same': 'phone', 'phone-is-factor': 'phone' },
    async send({ phone }) {
      await call('POST /api/sign-in-phone', { body: { phone } })
      onSent(phone)
    },
  })
  return (
    <form noValidate onSubmit={form.submit}>
      <Stack>
        <FormFailure error={form.failure} title="Failed to send the code" />
        <Text>We will send a code to this number in a text message.</Text>
        <Text size="sm">{screen.smsRisk}</Text>
        <TextInput
          label="Phone number"
          type="tel"
          autoComplete="tel"
          data-autofocus
          {...form.getInputProps('phone')}
        />
        <DialogButtons>
          <CancelButton onCancel={onClose} />
          <SubmitButton busy={form.busy}>Send the code</SubmitButton>
        </DialogButtons>
      </Stack>
    </form>
  )
}

function EnterCode(props: { phone: string; onBack: () => void; onClose: () => void }) {
  const { phone } = props
  const form = useServerForm({
    initialValues: { code: '' },
    validate: {
      code: (code: string) => (/^\d{6}$/.test(code) ? null : 'Please enter the six digits'),
    },
    fieldOf: { 'verification-failed': 'code', 'code-expired': 'code', 'code-dead': 'code' },
    async send({ code }) {
      await call('POST /api/sign-in-phone/confirm', { body: { phone, code } })
      toast.success('You can sign in with this number now')
      await refresh()
      props.onClose()
    },
  })
  return (
    <form noValidate onSubmit={form.submit}>
      <Stack>
        <FormFailure error={form.failure} title="Failed to add the number" />
        <Text>The code is valid for 10 minutes.</Text>
        <TextInput
          label={`Code sent to ${phone}`}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={limits.code.digits}
          autoFocus
          {...form.getInputProps('code')}
        />
        <DialogButtons>
          <Button variant="default" onClick={props.onBack}>
            Back
          </Button>
          <SubmitButton busy={form.busy}>Use this number</SubmitButton>
        </DialogButtons>
      </Stack>
    </form>
  )
}
