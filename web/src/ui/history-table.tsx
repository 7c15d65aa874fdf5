import { screen } from '@deedbox/contract/messages.ts'
import type { InfiniteData } from '@tanstack/react-query'
import { type Column, DataTable } from './data-table.tsx'
import { PagedList, type PagedQuery } from './paged-list.tsx'

type Query<Entry> = Omit<PagedQuery, 'data'> & {
  data: InfiniteData<{ entries: Entry[]; nextCursor: string | null }> | undefined
}

/** A history, newest first. It is not counted. */
export function HistoryTable<Entry extends { id: number | string }>(props: {
  list: Query<Entry>
  columns: Column<Entry>[]
}) {
  const rows = props.list.data?.pages.flatMap(({ entries }) => entries)
  return (
    <PagedList list={props.list} rows={rows} failure={screen.loadHistory} more="uncounted">
      <DataTable label="History" columns={props.columns} rows={rows} rowKey={({ id }) => String(id)} />
    </PagedList>
  )
}
