import { audienceText } from '@deedbox/contract/announcement-terms.ts'
import { countText } from '@deedbox/contract/counts.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Button, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call } from '../lib/api.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { EmptyState } from '../ui/states.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'
import classes from './announcements.module.css'

type Row = Answer<'GET /api/announcements'>['announcements'][number]

const audienceOf = ({ audience }: Row) =>
  audienceText(audience.kind, 'chosen' in audience ? audience.chosen : [])

/** List of announcements, with live numbers of emails that were sent, wait and failed. */
export function Announcements() {
  const [opened, setOpened] = useState<Row | null>(null)
  const list = useInfiniteQuery({
    queryKey: ['announcements'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/announcements', { query: pageParam ? { cursor: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }: Answer<'GET /api/announcements'>) => nextCursor,
  })
  const rows = list.data?.pages.flatMap(({ announcements }) => announcements)
  return (
    <>
      <Title order={2} size="h3" className={classes.past ?? ''}>
        Sent announcements
      </Title>
      <PagedList
        list={list}
        rows={rows}
        failure={screen.loadAnnouncements}
        empty={
          <EmptyState icon={IconSpeakerphone} title="Nothing was announced yet">
            What you send appears here, with how many emails were sent.
          </EmptyState>
        }
      >
        <DataTable
          label="Sent announcements"
          columns={[...columns, actions(setOpened)]}
          rows={rows}
          rowKey={({ id }) => id}
        />
      </PagedList>
      {opened && (
        <Dialog title={opened.subject} size="lg" onClose={() => setOpened(null)}>
          <Text size="sm">
            By {opened.senderName}, to: {audienceOf(opened)}
          </Text>
          <blockquote className={classes.text}>{opened.text}</blockquote>
        </Dialog>
      )}
    </>
  )
}

const columns: Column<Row>[] = [
  {
    heading: 'Announcement',
    kind: 'main',
    cell: (row) => <Stacked text={row.subject} small={[audienceOf(row) ?? '', `by ${row.senderName}`]} />,
  },
  {
    heading: 'Written',
    kind: 'number',
    width: '11rem',
    cell: ({ createdAt }) => <WhenStacked at={createdAt} exact />,
  },
  { heading: 'Sent', kind: 'number', width: '6rem', cell: ({ sent }) => countText(sent) },
  { heading: 'Waiting', kind: 'number', width: '6rem', cell: ({ waiting }) => countText(waiting) },
  { heading: 'Failed', kind: 'number', width: '6rem', cell: ({ failed }) => countText(failed) },
]

const actions = (onOpen: (row: Row) => void): Column<Row> => ({
  heading: 'Actions',
  kind: 'actions',
  width: '6rem',
  cell: (row) => (
    <Button size="compact-sm" variant="subtle" onClick={() => onOpen(row)}>
      Read<VisuallyHidden> “{row.subject}”</VisuallyHidden>
    </Button>
  ),
})
