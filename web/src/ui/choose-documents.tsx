import { screen } from '@deedbox/contract/messages.ts'
import { Skeleton } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import { CheckList } from './check-list.tsx'
import { LoadMore } from './load-more.tsx'
import type { PagedQuery } from './paged-list.tsx'
import { SearchField } from './search-field.tsx'
import { EmptyState, ErrorState } from './states.tsx'

/** Search for documents, and the rows found to choose from. `none` appears where nothing was searched and there is no document. */
export function ChooseDocuments({
  list,
  search,
  onSearch,
  placeholder,
  noMatch,
  none,
  rows,
  ...checks
}: Omit<ComponentProps<typeof CheckList>, 'rows' | 'children'> & {
  list: PagedQuery
  rows: ComponentProps<typeof CheckList>['rows'] | undefined
  search: string
  onSearch: (text: string) => void
  placeholder: string
  noMatch: string
  none?: ReactNode
}) {
  const first = list.data?.pages[0]
  return (
    <>
      <SearchField
        label={checks.label}
        placeholder={placeholder}
        value={search}
        onSearch={onSearch}
        data-autofocus
      />
      {list.error && !rows ? (
        <ErrorState title={screen.loadDocuments} error={list.error} onRetry={list.refetch} />
      ) : !rows ? (
        <Skeleton height={176} radius="md" />
      ) : rows.length > 0 ? (
        <CheckList rows={rows} {...checks}>
          {list.hasNextPage && (
            <LoadMore
              shown={rows.length}
              total={first?.total ?? rows.length}
              totalIsMore={first?.totalIsMore}
              hasMore
              busy={list.isFetchingNextPage}
              error={list.error}
              onMore={list.fetchNextPage}
            />
          )}
        </CheckList>
      ) : search === '' && none ? (
        none
      ) : (
        <EmptyState icon={IconSearchOff} title="No documents match">
          {noMatch}
        </EmptyState>
      )}
    </>
  )
}
