import { limits } from '@deedbox/contract/limits.ts'
import { screen, success } from '@deedbox/contract/messages.ts'
import { Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Answer, ApiError, call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { Card } from '../ui/card.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { allEmails, noPeople, type People, unclearPeople } from '../ui/people-input.tsx'
import { required } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { AudienceFields, type AudienceValues, type Chosen } from './audience-fields.tsx'
import { PreviewDialog } from './preview-dialog.tsx'

const nothing = {
  subject: '',
  text: '',
  kind: 'everybody' as AudienceValues['kind'],
  roles: [] as AudienceValues['roles'],
  organizations: [] as Chosen[],
  people: noPeople as People,
  documents: [] as Chosen[],
}
type Values = typeof nothing

const ids = (chosen: Chosen[]) => chosen.map(({ id }) => id)

/** Returns the form's audience in the form of the call. */
function audienceOf({ kind, ...values }: Values) {
  if (kind === 'everybody') return { kind }
  if (kind === 'roles') return { kind, chosen: values.roles }
  if (kind === 'people') return { kind, chosen: allEmails(values.people) }
  return { kind, chosen: ids(values[kind]) }
}
const bodyOf = (values: Values) => ({
  subject: values.subject,
  text: values.text,
  audience: audienceOf(values),
})

const chosen = (kind: Values['kind'], name: string) => (_: unknown, values: Values) => {
  const audience = audienceOf(values)
  return values.kind === kind && 'chosen' in audience && audience.chosen.length === 0
    ? `Choose at least one ${name}`
    : null
}

/** Form for a message to many people: its button shows the email and the number of recipients, and sending happens there only. */
export function AnnouncementForm() {
  // Id of the announcement, which stays the same when the button is pressed again after a lost answer.
  const [id, setId] = useState(() => crypto.randomUUID())
  const [preview, setPreview] = useState<Answer<'POST /api/announcements/preview'> | null>(null)
  const form = useServerForm({
    initialValues: nothing,
    keepsAsking: true,
    parting: {
      title: 'Leave without sending?',
      confirm: 'Leave without sending',
      text: 'What you wrote was not sent, and will be lost.',
    },
    validate: {
      subject: required,
      text: required,
      roles: chosen('roles', 'role'),
      organizations: chosen('organizations', 'organisation'),
      people: (people, values) =>
        (values.kind === 'people' ? unclearPeople(people) : null) ??
        chosen('people', 'person')(people, values),
      documents: chosen('documents', 'document'),
    },
    send: async (values) =>
      setPreview(await call('POST /api/announcements/preview', { body: bodyOf(values) })),
  })
  const send = async () => {
    try {
      await call('POST /api/announcements', { body: { id, ...bodyOf(form.values) } })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'announcement-sent') setId(crypto.randomUUID())
      await refreshEverything()
      throw error
    }
    toast.success(success.announced)
    form.setInitialValues(nothing)
    form.reset()
    setId(crypto.randomUUID())
    await refreshEverything()
  }
  return (
    <Card title="New announcement">
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <AudienceFields values={form.values} inputProps={form.getInputProps} />
          <TextInput
            label="Subject"
            withAsterisk
            maxLength={limits.announcement.subject}
            {...form.getInputProps('subject')}
          />
          <Textarea
            label="Text"
            description="It is sent as it stands here. An empty line begins a paragraph."
            withAsterisk
            autosize
            minRows={6}
            maxRows={20}
            maxLength={limits.announcement.text}
            {...form.getInputProps('text')}
          />
          <FormFailure title={screen.announcementPreviewFailed} error={form.failure} />
          <Group justify="flex-end">
            <SubmitButton busy={form.busy}>Preview</SubmitButton>
          </Group>
        </Stack>
      </form>
      {preview && <PreviewDialog preview={preview} act={send} onClose={() => setPreview(null)} />}
    </Card>
  )
}
