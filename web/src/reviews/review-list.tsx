import { reviewWords } from '@deedbox/contract/review-terms.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { type Answer, call } from '../lib/api.ts'
import { Cut } from '../ui/cut.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'
import { DecideDialog, type ReviewRow } from './decide-dialog.tsx'

const columnsOf = (onChoose: (row: ReviewRow) => void): Column<ReviewRow>[] => [
  {
    heading: 'Document',
    kind: 'main',
    cell: ({ documentTitle, documentId }) => <Cut text={documentTitle} to={`/documents/${documentId}`} />,
  },
  { heading: 'Due', width: '9rem', cell: ({ dueOn }) => <WhenStacked at={dueOn} /> },
  {
    heading: 'Outcome',
    width: '36%',
    cell: ({ decided }) =>
      decided ? (
        <Stacked
          text={reviewWords[decided.outcome].done}
          small={[decided.note, `By ${decided.by}`].filter(Boolean)}
        />
      ) : (
        'Waits for you'
      ),
  },
  {
    heading: 'Next review',
    width: '9rem',
    cell: ({ decided }) => (decided ? <WhenStacked at={decided.nextOn} /> : '—'),
  },
  {
    heading: 'Decided',
    kind: 'number',
    width: '11rem',
    minor: true,
    cell: ({ decided }) => (decided ? <WhenStacked at={decided.at} /> : '—'),
  },
  {
    heading: 'Actions',
    kind: 'actions',
    width: '6rem',
    cell: (row) =>
      !row.decided && (
        <Button size="compact-sm" variant="subtle" onClick={() => onChoose(row)}>
          Review<VisuallyHidden> {row.documentTitle}</VisuallyHidden>
        </Button>
      ),
  },
]

/** Reviews of a status, or those of one document. */
export function ReviewList(props: {
  query: { status?: 'waiting' | 'decided' | 'all'; document?: string }
  empty: ReactNode
  more?: 'needed'
}) {
  const { query } = props
  const [chosen, setChosen] = useState<ReviewRow | null>(null)
  const columns = useMemo(() => columnsOf(setChosen), [])
  const list = useInfiniteQuery({
    queryKey: ['reviews', query],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/reviews', { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }: Answer<'GET /api/reviews'>) => nextCursor,
    placeholderData: keepPreviousData,
  })
  const rows = list.data?.pages.flatMap(({ reviews }) => reviews)
  return (
    <>
      <PagedList
        list={list}
        rows={rows}
        failure="Failed to load reviews"
        empty={props.empty}
        {...(props.more && { more: props.more })}
      >
        <DataTable label="Reviews" columns={columns} rows={rows} rowKey={({ id }) => id} />
      </PagedList>
      {chosen && <DecideDialog review={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}
