import { limits } from '@deedbox/contract/limits.ts'
import { screen, success } from '@deedbox/contract/messages.ts'
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { IconMailForward, IconPhone } from '@tabler/icons-react'
import { useRef } from 'react'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { toast } from '../ui/toast.tsx'
import type { EnquiryRow } from './columns.tsx'
import { EnquiryFacts } from './enquiry-facts.tsx'

/** A whole enquiry: reply to it, mark it as answered or not, and keep a note. */
export function EnquiryDialog({ enquiry, onClose }: { enquiry: EnquiryRow; onClose: () => void }) {
  const { id, name, email, phone, subject } = enquiry
  const wasAnswered = enquiry.answeredAt !== null
  const answered = useRef(wasAnswered)
  const form = useServerForm({
    initialValues: { note: enquiry.note },
    send: async ({ note }) => {
      const body = { answered: answered.current, note }
      await call('PUT /api/enquiries/:enquiryId', { params: { enquiryId: id }, body })
      const said = answered.current ? success.enquiryAnswered : success.enquiryReopened
      toast.success(answered.current === wasAnswered ? success.enquiryNote : said)
      onClose()
      await refreshEverything()
    },
  })
  const close = () => {
    if (!form.busy) onClose()
  }
  const save = (mark: boolean) => () => {
    answered.current = mark
    form.submit()
  }
  return (
    <Dialog onClose={close} size="lg" title={`Enquiry from ${name}`}>
      <Stack>
        <EnquiryFacts enquiry={enquiry} />
        <Group>
          {email && (
            <Button
              component="a"
              href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject || 'your enquiry'}`)}`}
              variant="default"
              leftSection={<IconMailForward size={16} aria-hidden="true" />}
            >
              Reply
            </Button>
          )}
          {phone && (
            <Button
              component="a"
              href={`tel:${phone.replace(/[^+\d]/g, '')}`}
              variant="default"
              leftSection={<IconPhone size={16} aria-hidden="true" />}
            >
              Call
            </Button>
          )}
        </Group>
        <Textarea
          label="Note (optional)"
          description="Only administrators see it."
          autosize
          minRows={2}
          maxRows={8}
          maxLength={limits.text.message}
          {...form.getInputProps('note')}
        />
        <FormFailure title={screen.enquiryFailed} error={form.failure} />
        <DialogButtons>
          <CancelButton onCancel={close} disabled={form.busy} />
          {wasAnswered && (
            <Button variant="default" disabled={form.busy} onClick={save(false)}>
              Mark as not answered
            </Button>
          )}
          <Button loading={form.busy} onClick={save(true)}>
            {wasAnswered ? 'Save note' : 'Mark as answered'}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}
