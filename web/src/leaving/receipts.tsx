import { Button, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { type Answer, addressOf, call } from '../lib/api.ts'
import { bytesAt, saveFile } from '../lib/download.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Cut } from '../ui/cut.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { toast } from '../ui/toast.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'

type Page = Answer<'GET /api/organizations/:organizationId/receipts'>
type Row = Page['receipts'][number]

const columns: Column<Row>[] = [
  { heading: 'Document', kind: 'main', cell: ({ title }) => <Cut text={title} /> },
  { heading: 'Destroyed', kind: 'number', width: '11rem', cell: ({ at }) => <WhenStacked at={at} /> },
  {
    heading: 'Receipt',
    kind: 'actions',
    width: '11rem',
    cell: ({ receipt }) => <CopyButton text={receipt}>Copy receipt</CopyButton>,
  },
]

/** The signed receipts of destroyed documents, and all of them as one file. */
export function Receipts({ id, name }: { id: string; name: string }) {
  const params = { organizationId: id }
  const list = useInfiniteQuery({
    queryKey: ['organizations', id, 'receipts'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/organizations/:organizationId/receipts', {
        params,
        query: pageParam ? { cursor: pageParam } : {},
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }: Page) => nextCursor,
  })
  const download = useMutation({
    mutationFn: () => bytesAt(addressOf('GET /api/organizations/:organizationId/receipts/file', { params })),
    onSuccess: (file) => saveFile(file, 'receipts.txt'),
    onError: (error) => toast.failure('Failed to download the receipts', error),
  })
  const rows = list.data?.pages.flatMap(({ receipts }) => receipts)
  return (
    <section aria-labelledby="receipts">
      <h2 id="receipts">Receipts</h2>
      <Text mb="sm">
        Each says that the key of a document was destroyed, by its number and hash, and is signed. The file
        has the key that verifies them.
      </Text>
      <Button
        mb="md"
        variant="default"
        loading={download.isPending}
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        onClick={() => download.mutate()}
      >
        Download all receipts
      </Button>
      <PagedList list={list} rows={rows} failure="Failed to load the receipts" empty={<Text>None yet.</Text>}>
        <DataTable
          label={`Receipts of ${name}`}
          columns={columns}
          rows={rows}
          rowKey={({ documentId }) => documentId}
        />
      </PagedList>
    </section>
  )
}
