import { limits } from '@deedbox/contract/limits.ts'
import { screen, success } from '@deedbox/contract/messages.ts'
import { checkDay } from '@deedbox/contract/typed-day.ts'
import { Alert, Group, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { call } from '../lib/api.ts'
import { whenText } from '../lib/format.ts'
import { refreshEverything } from '../lib/query.ts'
import { useDeployment, useServerNow } from '../lib/session.ts'
import { useToday } from '../lib/today.ts'
import { Card } from '../ui/card.tsx'
import type { DayProps } from '../ui/day-field.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { emailRule } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { noDay } from '../ui/typed-day.ts'
import { UntilWhen } from '../ui/until-when.tsx'
import { type AccessLevel, WhichLevel } from '../ui/which-level.tsx'
import { OwnRequests } from './own-requests.tsx'
import classes from './requests.module.css'

/** Request Access: the form, and below it the reader's requests so far. */
export function RequestAccess() {
  return (
    <>
      <Card title="Request access to a document">
        <RequestForm />
      </Card>
      <section className={classes.section} aria-labelledby="asked">
        <h2 id="asked">Your access requests</h2>
        <OwnRequests />
      </section>
    </>
  )
}

/** Text of the form's notice: the chosen end, or 18 months if none was chosen (specification, section 2). */
function RequestedEnd({ value, rule }: Pick<DayProps, 'value' | 'rule'>) {
  const today = useToday()
  const { timeZone } = useDeployment()
  const now = useServerNow()
  if (value.typed.trim() === '') return 'Access is automatically revoked after 18 months.'
  const read = checkDay(value.typed, today, rule)
  return 'day' in read && read.day
    ? `Access ends by itself after the day that you chose: ${whenText(read.day, now, timeZone)}.`
    : 'Access ends by itself after the day that you choose.'
}

/** The Request Access form (specification, sections 2 and 5). */
function RequestForm() {
  const form = useServerForm({
    initialValues: {
      documentName: '',
      clientEmail: '',
      clientName: '',
      accessLevel: 'download' as AccessLevel,
      expiresOn: noDay,
      justification: '',
    },
    validate: {
      documentName: (name) => (name.trim() === '' ? screen.requestNameRequired : null),
      clientEmail: (email) => (email.trim() === '' ? screen.clientEmailRequired : emailRule(email)),
    },
    days: { expiresOn: { kind: 'future' } },
    fieldOf: {
      'request-exists': 'documentName',
    },
    send: async (body) => {
      await call('POST /api/requests', { body })
      toast.success(success.requested)
      form.reset()
      void refreshEverything()
    },
  })
  return (
    <form noValidate onSubmit={form.submit}>
      <Stack>
        <Alert color="gray" icon={<IconInfoCircle />}>
          <RequestedEnd {...form.day('expiresOn')} />
        </Alert>
        <TextInput
          label="Document name"
          description="As exactly as you know it. A trustee will find the right document."
          maxLength={limits.text.title}
          autoComplete="off"
          withAsterisk
          {...form.getInputProps('documentName')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label="Client email"
            type="email"
            maxLength={limits.text.email}
            autoComplete="off"
            withAsterisk
            {...form.getInputProps('clientEmail')}
          />
          <TextInput
            label="Client name (optional)"
            maxLength={limits.text.client}
            autoComplete="off"
            {...form.getInputProps('clientName')}
          />
        </SimpleGrid>
        <WhichLevel {...form.getInputProps('accessLevel')} />
        <UntilWhen
          label="Access until (optional)"
          hint="A trustee may choose a different day."
          quick
          {...form.day('expiresOn')}
        />
        <Textarea
          label="Justification (optional)"
          autosize
          minRows={3}
          maxRows={10}
          maxLength={limits.text.message}
          {...form.getInputProps('justification')}
        />
        <FormFailure title={screen.requestFailed} error={form.failure} />
        <Group justify="flex-end">
          <SubmitButton busy={form.busy}>Request Access</SubmitButton>
        </Group>
      </Stack>
    </form>
  )
}
