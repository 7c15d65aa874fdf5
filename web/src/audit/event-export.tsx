import type { EventFilter } from '@deedbox/contract/audit-trail.ts'
import { screen, success } from '@deedbox/contract/messages.ts'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconFileExport } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { addressOf } from '../lib/api.ts'
import { bytesAt, saveFile } from '../lib/download.ts'
import { toast } from '../ui/toast.tsx'

const formats = [
  { file: 'events-audit.csv', label: 'CSV, for a spreadsheet' },
  { file: 'events-audit.pdf', label: 'PDF, for printing' },
] as const

/** Downloads the filtered events. */
export function EventExport({
  filter,
  onEvidence,
}: {
  filter: Partial<EventFilter>
  onEvidence?: (() => void) | undefined
}) {
  const { mutate, isPending } = useMutation({
    mutationFn: async (file: (typeof formats)[number]['file']) => {
      const address = addressOf('GET /api/audit/events/exports/:file', { params: { file }, query: filter })
      saveFile(await bytesAt(address), file)
    },
    onSuccess: () => toast.success(success.exported),
    onError: (error) => toast.failure(screen.exportFailed, error),
  })
  return (
    <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="default"
          loading={isPending}
          leftSection={<IconFileExport size={16} aria-hidden="true" />}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(({ file, label }) => (
          <Menu.Item key={file} onClick={() => mutate(file)}>
            {label}
          </Menu.Item>
        ))}
        {onEvidence && <Menu.Item onClick={onEvidence}>Evidence, with proofs</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}
