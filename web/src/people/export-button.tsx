import type { PeopleFilter } from '@deedbox/contract/people.ts'
import { Button } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { addressOf } from '../lib/api.ts'
import { bytesAt, saveFile } from '../lib/download.ts'
import { toast } from '../ui/toast.tsx'

/** Downloads the filtered list. */
export function ExportButton({ filter }: { filter: PeopleFilter }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => bytesAt(addressOf('GET /api/users/export', { query: filter })),
    onSuccess: (file) => saveFile(file, 'people.csv'),
    onError: (error) => toast.failure('Failed to export the list', error),
  })
  return (
    <Button
      variant="default"
      loading={isPending}
      leftSection={<IconFileExport size={16} aria-hidden="true" />}
      onClick={() => mutate()}
    >
      Export CSV
    </Button>
  )
}
