import { limits } from '@deedbox/contract/limits.ts'
import { fill, screen, success } from '@deedbox/contract/messages.ts'
import type { browseChannels } from '@deedbox/contract/request-terms.ts'
import { Group, Radio, Stack, Textarea } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { call } from '../lib/api.ts'
import { useDeployment } from '../lib/session.ts'
import { Card } from '../ui/card.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import classes from './requests.module.css'

type Channel = (typeof browseChannels)[number]

/** Browse Documents: the reason why a requestor cannot browse, and a form to ask for access (specification, section 2). */
export function BrowseRequest() {
  const { sms, supportEmail } = useDeployment()
  const form = useServerForm({
    initialValues: { channel: 'email' as Channel, justification: '' },
    fieldOf: { 'sms-unavailable': 'channel' },
    send: async ({ channel, justification }) => {
      const { sent } = await call('POST /api/requests/browse', { body: { channel, justification } })
      if (sent) toast.success(fill(success.browseRequested, { channel }))
      else
        toast.warning(
          'Your request was saved, but the message could not be sent yet. Deedbox will try again.',
        )
      form.reset()
    },
  })
  return (
    <Card
      title={
        <>
          <IconLock size={22} stroke={1.6} aria-hidden="true" /> Document Browsing Restricted
        </>
      }
    >
      <p className={classes.lead}>
        Requestors cannot browse documents freely: access must be granted by authorised personnel. Please
        contact a trustee or an administrator
        {supportEmail && (
          <>
            {' '}
            (<a href={`mailto:${supportEmail}`}>{supportEmail}</a>)
          </>
        )}
        , or send them a request from here.
      </p>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <Radio.Group label="Send the request by" {...form.getInputProps('channel')}>
            <Stack gap="xs" mt={6}>
              <Radio value="email" label="Email" description="To the trustees." />
              <Radio
                value="sms"
                label="SMS"
                disabled={!sms}
                description={
                  sms
                    ? 'As a text message to the practice.'
                    : 'Text messages are not available here. Please use email.'
                }
              />
            </Stack>
          </Radio.Group>
          <Textarea
            label="Justification (optional)"
            description="Which documents you need, for which client, and why."
            autosize
            minRows={3}
            maxRows={10}
            maxLength={limits.text.message}
            {...form.getInputProps('justification')}
          />
          <FormFailure title={screen.browseFailed} error={form.failure} />
          <Group justify="flex-end">
            <SubmitButton busy={form.busy}>Send request</SubmitButton>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}
