import { screen, success } from '@deedbox/contract/messages.ts'
import type { exportTypes } from '@deedbox/contract/reports.ts'
import { fileSize } from '@deedbox/contract/sizes.ts'
import { checkDay } from '@deedbox/contract/typed-day.ts'
import { Button, Group, Loader, Radio, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { addressOf } from '../lib/api.ts'
import { bytesAt, saveFile } from '../lib/download.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { DayField } from '../ui/day-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { noDay } from '../ui/typed-day.ts'
import classes from './reports.module.css'

type ExportType = (typeof exportTypes)[number]

const types: { value: ExportType; label: string; description: string }[] = [
  { value: 'documents', label: 'Documents', description: 'Every document with its dates and size.' },
  {
    value: 'access',
    label: 'Access',
    description: 'Who was given access to which document, who gave it, and until when.',
  },
  { value: 'activity', label: 'Activity', description: 'What was uploaded, shared, renewed and revoked.' },
  {
    value: 'readings',
    label: 'Readings',
    description: 'Who viewed, searched, printed or downloaded which document, when and from which address.',
  },
]

/** Audit export (specification, sections 5 and 9): the server creates a report as CSV or PDF. The dialog is open while mounted. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const [received, setReceived] = useState(0)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const form = useServerForm({
    initialValues: {
      type: null as ExportType | null,
      format: 'csv' as 'csv' | 'pdf',
      from: noDay,
      to: noDay,
    },
    validate: {
      type: (type) => (type ? null : screen.exportRequired),
    },
    days: {
      from: { kind: 'last' },
      to: ({ from }, today) => {
        const first = checkDay(from.typed, today, { kind: 'last' })
        return 'day' in first && first.day
          ? { kind: 'last', from: { day: first.day, message: 'The last day is before the first day.' } }
          : { kind: 'last' }
      },
    },
    send: async ({ type, format, from, to }) => {
      if (!type) return
      const stop = new AbortController()
      running.current = stop
      setReceived(0)
      const file = `${type}-audit.${format}` as const
      const address = addressOf('GET /api/audit/exports/:file', {
        params: { file },
        query: { ...(from && { from }), ...(to && { to }) },
      })
      try {
        saveFile(await bytesAt(address, stop.signal, setReceived), file)
      } catch (error) {
        if (stop.signal.aborted) return
        throw error
      } finally {
        running.current = null
      }
      toast.success(success.exported)
      onClose()
    },
  })

  return (
    <Dialog onClose={onClose} title="Export audit report" size="lg">
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <Radio.Group label="Report" {...form.getInputProps('type')}>
            <Stack gap="xs" my={6}>
              {types.map((type, index) => (
                <Radio key={type.value} {...type} {...(index === 0 ? { 'data-autofocus': true } : {})} />
              ))}
            </Stack>
          </Radio.Group>
          <Radio.Group label="Format" {...form.getInputProps('format')}>
            <Group gap="lg" mt={6}>
              <Radio value="csv" label="CSV, for a spreadsheet" />
              <Radio value="pdf" label="PDF, for printing" />
            </Group>
          </Radio.Group>
          <Group grow align="start" className={classes.range ?? ''}>
            <DayField label="From (optional)" whenEmpty="From the beginning" {...form.day('from')} />
            <DayField label="Until (optional)" whenEmpty="Up to now" {...form.day('to')} />
          </Group>
          <FormFailure title={screen.exportFailed} error={form.failure} />
          <div role="status" className={classes.progress}>
            {form.busy && (
              <>
                <Loader size="xs" aria-hidden="true" />
                <Text size="sm">
                  {received === 0 ? 'Creating the report…' : `${fileSize(received)} received…`}
                </Text>
              </>
            )}
          </div>
          <DialogButtons>
            {form.busy ? (
              <Button variant="default" onClick={() => running.current?.abort()}>
                Stop
              </Button>
            ) : (
              <CancelButton onCancel={onClose} />
            )}
            <SubmitButton busy={form.busy} leftSection={<IconDownload size={16} aria-hidden="true" />}>
              Export
            </SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
