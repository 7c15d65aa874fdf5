import { screen } from '@deedbox/contract/messages.ts'
import { enquirySorts } from '@deedbox/contract/sorts.ts'
import { Button, SegmentedControl } from '@mantine/core'
import { IconMessageCheck, IconSearchOff } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type Answer, call } from '../lib/api.ts'
import { useParam } from '../lib/use-param.ts'
import { useSorting } from '../lib/use-sorting.ts'
import { DataTable } from '../ui/data-table.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { EmptyState } from '../ui/states.tsx'
import { columnsOf, type EnquiryRow } from './columns.tsx'
import classes from './enquiries.module.css'
import { EnquiryDialog } from './enquiry-dialog.tsx'

const choices = [
  { value: 'open', label: 'Not answered' },
  { value: 'answered', label: 'Answered' },
  { value: 'all', label: 'All' },
] as const

/** Enquiries from the contact form; each opens in a dialog, where it is marked as answered. */
export function Enquiries() {
  const [param, setStatus] = useParam('status')
  const [search, setSearch] = useParam('search')
  const status = choices.find(({ value }) => value === param)?.value ?? 'open'
  const [sorting, setSorting] = useSorting(enquirySorts, 'createdAt')
  const [opened, setOpened] = useState<EnquiryRow | null>(null)
  const columns = useMemo(() => columnsOf(setOpened), [])
  const query = { status, search, sort: sorting.by, direction: sorting.direction }
  const list = useInfiniteQuery({
    queryKey: ['enquiries', query],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/enquiries', {
        query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }: Answer<'GET /api/enquiries'>) => nextCursor,
    placeholderData: keepPreviousData,
  })
  const rows = list.data?.pages.flatMap(({ enquiries }) => enquiries)
  const empty = search ? (
    <EmptyState
      icon={IconSearchOff}
      title="No enquiries match"
      action={
        <Button variant="default" onClick={() => setSearch('')}>
          Clear the search
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={IconMessageCheck}
      title={status === 'open' ? 'Every enquiry is answered' : 'Nothing here'}
    >
      What people send with the contact form appears here, and goes to the support address by email.
    </EmptyState>
  )
  return (
    <>
      <search className={classes.tools}>
        <SegmentedControl
          aria-label="Which enquiries"
          data={[...choices]}
          value={status}
          onChange={(value) => setStatus(value === 'open' ? '' : value)}
        />
        <SearchField
          className={classes.search ?? ''}
          aria-label="Search enquiries"
          placeholder="Search name, email, phone or text"
          value={search}
          onSearch={setSearch}
        />
      </search>
      <PagedList list={list} rows={rows} failure={screen.loadEnquiries} empty={empty}>
        <DataTable
          label="Enquiries"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          sorting={sorting}
          onSort={setSorting}
        />
      </PagedList>
      {opened && <EnquiryDialog enquiry={opened} onClose={() => setOpened(null)} />}
    </>
  )
}
