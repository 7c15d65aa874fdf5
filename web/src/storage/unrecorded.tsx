import { screen } from '@deedbox/contract/messages.ts'
import { fileSize } from '@deedbox/contract/sizes.ts'
import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconFolderCheck } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type Answer, call } from '../lib/api.ts'
import { dateText } from '../lib/format.ts'
import { useDeployment } from '../lib/session.ts'
import { Cut } from '../ui/cut.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { EmptyState } from '../ui/states.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'

type Page = Answer<'GET /api/storage/unrecorded'>
type StoredFile = Page['files'][number]

/** The files that no document has: their origin, and the time of their removal. */
export function Unrecorded() {
  const list = useInfiniteQuery({
    queryKey: ['unrecorded'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/storage/unrecorded', { query: pageParam ? { cursor: pageParam } : {}, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last: Page) => last.nextCursor,
  })
  const rows = list.data?.pages.flatMap(({ files }) => files)
  const first = list.data?.pages[0]

  return (
    <PagedList
      list={list}
      rows={rows}
      failure={screen.loadUnrecorded}
      empty={
        <EmptyState icon={IconFolderCheck} title="Every file has its record">
          Deedbox compares the store with the database every hour. A file that no document has, as when an
          upload was cut off or an older database was put back, is listed here a day later. It is moved aside
          and kept for 30 days before it is removed.
        </EmptyState>
      }
    >
      {first?.refused && <Refused {...first.refused} />}
      <DataTable label="Content without a record" columns={columns} rows={rows} rowKey={({ path }) => path} />
    </PagedList>
  )
}

function Refused({ since, unrecorded, files }: NonNullable<Page['refused']>) {
  const { timeZone } = useDeployment()
  return (
    <Alert
      color="amber"
      icon={<IconAlertTriangle />}
      title={`${unrecorded} of ${files} files have no record: nothing more is moved or removed`}
      mb="lg"
    >
      That is more than a few, so this database is probably older than the store. Since{' '}
      {dateText(since, timeZone)} Deedbox has left the files where they are. If you have a newer copy of the
      database, stop Deedbox and put that copy back: the documents are then complete again. Without it these
      files cannot be decrypted.
    </Alert>
  )
}

const columns: Column<StoredFile>[] = [
  { heading: 'File', kind: 'main', cell: ({ path }) => <Cut text={path} /> },
  {
    heading: 'Likely cause',
    width: '13rem',
    cell: ({ known }) => (known ? 'Upload cut off' : 'Newer than the database'),
  },
  { heading: 'Size', kind: 'number', width: '6rem', cell: ({ bytes }) => fileSize(bytes) },
  {
    heading: 'Stored',
    kind: 'number',
    width: '9rem',
    cell: ({ storedAt }) => <WhenStacked at={storedAt} />,
  },
  {
    heading: 'Moved aside',
    kind: 'number',
    width: '9rem',
    minor: true,
    cell: ({ movedAt }) => (movedAt ? <WhenStacked at={movedAt} /> : 'Not moved'),
  },
  {
    heading: 'Removed',
    kind: 'number',
    width: '9rem',
    cell: ({ removedAt }) => (removedAt ? <WhenStacked at={removedAt} /> : 'Not planned'),
  },
]
