import { screen } from '@deedbox/contract/messages.ts'
import { ownerRequestStatuses } from '@deedbox/contract/request-terms.ts'
import { ownerRequestSorts } from '@deedbox/contract/sorts.ts'
import { Group, NativeSelect } from '@mantine/core'
import { IconMailQuestion } from '@tabler/icons-react'
import { useParam } from '../lib/use-param.ts'
import { useSorting } from '../lib/use-sorting.ts'
import { PagedList } from '../ui/paged-list.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { EmptyState, NoMatch } from '../ui/states.tsx'
import { OwnerRequestTable } from './owner-request-list.tsx'
import { useOwnerRequestList } from './queries.ts'
import { ownerRequestLooks } from './request-status.tsx'

/** Requests by members of the reader’s organisation to document owners. */
export function MemberRequests() {
  const [search, setSearch] = useParam('search')
  const [chosen, setStatus] = useParam('status')
  const status = ownerRequestStatuses.find((known) => known === chosen)
  const [sorting, setSorting] = useSorting(ownerRequestSorts, 'createdAt')
  const list = useOwnerRequestList('organization', {
    search,
    ...(status && { status }),
    sort: sorting.by,
    direction: sorting.direction,
  })
  const rows = list.data?.pages.flatMap(({ requests }) => requests)
  const filtered = search !== '' || status !== undefined
  const clear = () => {
    setSearch('')
    setStatus('')
  }
  return (
    <>
      <Group component="search" mb="md" align="flex-end" gap="md">
        <SearchField
          label="Search"
          placeholder="Owner, member or words"
          value={search}
          onSearch={setSearch}
          flex="1 1 14rem"
          maw="24rem"
        />
        <NativeSelect
          label="Status"
          value={status ?? ''}
          onChange={(event) => setStatus(event.currentTarget.value)}
          data={[
            { value: '', label: 'Any status' },
            ...ownerRequestStatuses.map((value) => ({ value, label: ownerRequestLooks[value].text })),
          ]}
        />
      </Group>
      <PagedList
        list={list}
        rows={rows}
        failure={screen.loadOwnerRequests}
        empty={
          filtered ? (
            <NoMatch title="No request matches" onClear={clear} />
          ) : (
            <EmptyState icon={IconMailQuestion} title="No requests to document owners">
              What members ask of document owners is listed here, with its progress.
            </EmptyState>
          )
        }
      >
        <OwnerRequestTable
          view="organization"
          label="Requests by members to document owners"
          rows={rows}
          sorting={sorting}
          onSort={setSorting}
        />
      </PagedList>
    </>
  )
}
