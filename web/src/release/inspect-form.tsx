import { limits } from '@deedbox/contract/limits.ts'
import { Alert, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, call } from '../lib/api.ts'
import { DayField } from '../ui/day-field.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { emailRule, required } from '../ui/rules.ts'
import { ErrorState } from '../ui/states.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { typedDay } from '../ui/typed-day.ts'
import classes from './release.module.css'
import { actOf } from './words.ts'

/** The form with which anybody asks to inspect a will. What it answers is the same whatever is kept. */
export function InspectForm() {
  const [sent, setSent] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['inspection-form'],
    queryFn: ({ signal }) => call('GET /api/inspections/form', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })
  // The form counts as opened when it was, however often what it shows is read again.
  const opened = useRef<string | null>(null)
  opened.current ??= data?.started ?? null
  const form = useServerForm({
    initialValues: {
      name: '',
      email: '',
      phone: '',
      deceased: '',
      diedOn: typedDay(null),
      groundId: '',
      message: '',
      website: '',
    },
    days: { diedOn: { kind: 'last' } },
    validate: { name: required, email: emailRule, deceased: required, groundId: required, message: required },
    async send(body) {
      try {
        await call('POST /api/inspections', { body: { ...body, started: opened.current ?? '' } })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'contact-form-old')
          opened.current = (await refetch()).data?.started ?? null
        throw error
      }
      setSent(true)
    },
  })
  if (error && !data) return <ErrorState title="Failed to load the form" error={error} onRetry={refetch} />
  if (sent)
    return (
      <Alert color="eucalyptus" role="status" icon={<IconCircleCheck />} title="Your request was sent">
        We have sent you an email with the way to bring evidence. Somebody will read your request and write to
        you. We never say by this form whether a will is kept here.
      </Alert>
    )
  const grounds = data?.grounds ?? []
  const byAct = Map.groupBy(grounds, actOf)
  const chosen = grounds.find(({ id }) => id === form.values.groundId)
  return (
    <form noValidate onSubmit={form.submit}>
      <Stack>
        <Text size="sm">
          The law lets some people inspect the will of somebody who has died. Tell us who you are and why you
          may ask. You get an email with a link to bring evidence, such as a certificate of death.
        </Text>
        <TextInput
          label="Your name"
          required
          maxLength={limits.text.name}
          autoComplete="name"
          {...form.getInputProps('name')}
        />
        <TextInput
          label="Your email"
          required
          type="email"
          maxLength={limits.text.email}
          autoComplete="email"
          {...form.getInputProps('email')}
        />
        <TextInput
          label="Your phone (optional)"
          type="tel"
          maxLength={40}
          autoComplete="tel"
          {...form.getInputProps('phone')}
        />
        <TextInput
          label="Name of the person who has died"
          required
          maxLength={limits.text.name}
          autoComplete="off"
          {...form.getInputProps('deceased')}
        />
        <DayField label="Day of the death (optional)" {...form.day('diedOn')} />
        <NativeSelect
          label="Why you may ask"
          required
          description={chosen && actOf(chosen)}
          data={[
            { value: '', label: 'Please choose' },
            ...[...byAct].map(([group, those]) => ({
              group,
              items: those.map(({ id, title }) => ({ value: id, label: title })),
            })),
          ]}
          {...form.getInputProps('groundId')}
        />
        <Textarea
          label="What you were to them, and your evidence"
          required
          autosize
          minRows={3}
          maxRows={10}
          maxLength={limits.text.enquiry}
          {...form.getInputProps('message')}
        />
        <div className={classes.trap} aria-hidden="true">
          <label htmlFor="inspect-website">Website</label>
          <input
            id="inspect-website"
            name="website"
            tabIndex={-1}
            autoComplete="off"
            value={form.values.website}
            onChange={(event) => form.setFieldValue('website', event.currentTarget.value)}
          />
        </div>
        <FormFailure title="Failed to send the request" error={form.failure} />
        <SubmitButton busy={form.busy} fullWidth>
          Ask to inspect
        </SubmitButton>
      </Stack>
    </form>
  )
}
