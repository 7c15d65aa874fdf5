import type { HoldKind, HoldStatus } from '@deedbox/contract/hold-terms.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { type Answer, call } from '../lib/api.ts'
import { DataTable } from '../ui/data-table.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { columnsOf, type HoldRow } from './columns.tsx'
import { DecideDialog, LiftDialog } from './lift-dialogs.tsx'

/** Legal holds as administrators see them: of a status, or on one thing. */
export function HoldList(props: {
  query: { status?: HoldStatus | 'all'; kind?: HoldKind; subject?: string }
  empty: ReactNode
  more?: 'needed'
}) {
  const { query } = props
  const [chosen, setChosen] = useState<HoldRow | null>(null)
  const columns = useMemo(() => columnsOf(setChosen), [])
  const list = useInfiniteQuery({
    queryKey: ['holds', query],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/holds', { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }: Answer<'GET /api/holds'>) => nextCursor,
    placeholderData: keepPreviousData,
  })
  const rows = list.data?.pages.flatMap(({ holds }) => holds)
  const close = () => setChosen(null)
  return (
    <>
      <PagedList
        list={list}
        rows={rows}
        failure="Failed to load legal holds"
        empty={props.empty}
        {...(props.more && { more: props.more })}
      >
        <DataTable label="Legal holds" columns={columns} rows={rows} rowKey={({ id }) => id} />
      </PagedList>
      {chosen?.can.lift && <LiftDialog hold={chosen} onClose={close} />}
      {chosen && !chosen.can.lift && <DecideDialog hold={chosen} onClose={close} />}
    </>
  )
}
