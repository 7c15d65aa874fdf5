import { mailLabel } from '@deedbox/contract/mail-kinds.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { mailSorts } from '@deedbox/contract/sorts.ts'
import { Button, SegmentedControl, VisuallyHidden } from '@mantine/core'
import { IconMail, IconMailCheck } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call } from '../lib/api.ts'
import { useParam } from '../lib/use-param.ts'
import { useSorting } from '../lib/use-sorting.ts'
import { Cut } from '../ui/cut.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { ResendDialog } from '../ui/resend-dialog.tsx'
import { EmptyState } from '../ui/states.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'
import { MailStatus, mailStatuses } from './mail-status.tsx'
import classes from './mails.module.css'

type Mail = Answer<'GET /api/mails'>['mails'][number]

const shown = ['failed', 'waiting', 'sent', 'all'] as const
const choices = shown.map((value) => ({
  value,
  label: value === 'all' ? 'All' : mailStatuses[value].text,
}))

const emptyTexts = {
  failed: 'No emails have failed. An email that still cannot be delivered after every retry appears here.',
  waiting: 'No emails are waiting to be sent.',
  sent: 'No emails have been sent yet.',
  all: 'No emails have been sent yet.',
}

/** Deedbox’s emails by status; those that failed for good can be sent again. */
export function Mails() {
  const [param, setStatus] = useParam('status')
  const status = shown.find((value) => value === param) ?? 'failed'
  const [last, setLast] = useParam('days')
  const days = /^[1-9]\d{0,2}$/.test(last) ? Number(last) : undefined
  const [resending, setResending] = useState<Mail | null>(null)
  const [sorting, setSorting] = useSorting(mailSorts, 'createdAt')
  const order = { sort: sorting.by, direction: sorting.direction }
  const list = useInfiniteQuery({
    queryKey: ['mails', status, days, order],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/mails', {
        query: { status, days, ...order, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last: Answer<'GET /api/mails'>) => last.nextCursor,
    placeholderData: keepPreviousData,
  })
  const rows = list.data?.pages.flatMap(({ mails }) => mails)

  return (
    <>
      <SegmentedControl
        className={classes.choice ?? ''}
        aria-label="Which emails"
        data={choices}
        value={status}
        onChange={(value) => setStatus(value === 'failed' ? '' : value)}
      />
      {days && (
        <p className={classes.only}>
          Only those of the last {days} days.{' '}
          <Button size="compact-sm" variant="subtle" onClick={() => setLast('')}>
            Show all
          </Button>
        </p>
      )}
      <PagedList
        list={list}
        rows={rows}
        failure={screen.loadMails}
        empty={
          <EmptyState icon={status === 'failed' ? IconMailCheck : IconMail} title="Nothing here">
            {emptyTexts[status]}
          </EmptyState>
        }
      >
        <DataTable
          label="Emails"
          columns={[...columns, actionsColumn(setResending)]}
          rows={rows}
          rowKey={({ id }) => id}
          sorting={sorting}
          onSort={setSorting}
        />
      </PagedList>
      {resending && <ResendDialog mail={resending} onClose={() => setResending(null)} />}
    </>
  )
}

const columns: Column<Mail>[] = [
  {
    heading: 'Recipient',
    kind: 'main',
    sort: 'recipient',
    cell: ({ recipient }) => <Cut text={recipient} />,
  },
  { heading: 'About', width: '26%', sort: 'kind', cell: ({ kind }) => <Cut text={mailLabel(kind)} /> },
  { heading: 'Status', width: '8rem', sort: 'status', cell: ({ status }) => <MailStatus status={status} /> },
  { heading: 'Tries', kind: 'number', width: '5rem', sort: 'attempts', cell: ({ attempts }) => attempts },
  {
    heading: 'Created',
    kind: 'number',
    sort: 'createdAt',
    width: '11rem',
    cell: ({ createdAt }) => <WhenStacked at={createdAt} exact />,
  },
  {
    heading: 'Sent',
    kind: 'number',
    sort: 'sentAt',
    width: '11rem',
    minor: true,
    cell: ({ sentAt }) => (sentAt ? <WhenStacked at={sentAt} exact /> : '—'),
  },
]

const actionsColumn = (onResend: (mail: Mail) => void): Column<Mail> => ({
  heading: 'Actions',
  kind: 'actions',
  width: '7.5rem',
  cell: (mail) =>
    mail.status === 'failed' && (
      <Button size="compact-sm" variant="subtle" onClick={() => onResend(mail)}>
        Send again<VisuallyHidden> to {mail.recipient}</VisuallyHidden>
      </Button>
    ),
})
