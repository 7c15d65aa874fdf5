import { counted, countText } from '@deedbox/contract/counts.ts'
import { screen } from '@deedbox/contract/messages.ts'
import type { AccessRequest } from '@deedbox/contract/requests.ts'
import type { WaitingGroup } from '@deedbox/contract/today.ts'
import { Skeleton, Stack } from '@mantine/core'
import { IconChecklist, IconHandStop, IconUserQuestion } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Answer } from '../lib/api.ts'
import { DataTable } from '../ui/data-table.tsx'
import { ErrorState } from '../ui/states.tsx'
import classes from './dashboard.module.css'
import { FirstSteps } from './first-steps.tsx'
import { useWaitingToday } from './queries.ts'
import { Section } from './section.tsx'
import waiting from './waiting.module.css'
import { WaitingGroupFrame } from './waiting-group.tsx'
import { WaitingNotes } from './waiting-notes.tsx'
import { type QueueCells, queueColumns } from './waiting-queue.tsx'

/**
 * Things that wait for this person today, grouped by what to do: the first group is open, each other one a line with its number that opens. Below are
 * the first steps of a new account. The parts that follow (`children`) appear with it, so that nothing moves while it loads.
 */
export function WaitingToday({ cells, children }: { cells: QueueCells; children: ReactNode }) {
  const { data, error, refetch } = useWaitingToday()
  if (!data && !error)
    return (
      <Stack aria-busy="true" mt="lg">
        <Skeleton height={120} radius="md" />
        <Skeleton height={240} radius="md" />
      </Stack>
    )
  return (
    <>
      <div>
        <Section
          fold="waiting"
          title="Waiting for you"
          count={data?.groups.reduce((sum, { total }) => sum + total, 0)}
        >
          {data ? (
            <Groups groups={data.groups} cells={cells} />
          ) : (
            <ErrorState title={screen.loadData} error={error} onRetry={refetch} />
          )}
        </Section>
        {data?.firstSteps && (
          <div className={waiting.first}>
            <FirstSteps steps={data.firstSteps} />
          </div>
        )}
      </div>
      {children}
    </>
  )
}

function Groups({
  groups,
  cells,
}: {
  groups: Answer<'GET /api/waiting/today'>['groups']
  cells: QueueCells
}) {
  if (groups.length === 0) return <p className={classes.nothing}>Nothing waits for you today.</p>
  return (
    <div className={waiting.groups}>
      {groups.map((group, index) =>
        'totalIsMore' in group ? (
          <WaitingNotes key={group.kind} group={group} open={index === 0} />
        ) : (
          <Requests key={group.kind} group={group} cells={cells} open={index === 0} />
        ),
      )}
    </div>
  )
}

type RequestsGroup = Exclude<WaitingGroup, { totalIsMore: boolean }>

const requestTerms = {
  decide: {
    icon: IconChecklist,
    label: 'Requests to decide',
    title: (n: number) => `${counted(n, 'request')} to decide`,
  },
  claim: {
    icon: IconHandStop,
    label: 'Owner requests to claim',
    title: (n: number) => `${counted(n, 'owner request')} to claim`,
  },
  fulfil: {
    icon: IconUserQuestion,
    label: 'Owner requests to answer',
    title: (n: number) => `${counted(n, 'owner request')} to answer`,
  },
}

/** Requests, each decided or opened in its row. */
function Requests({ group, cells, open }: { group: RequestsGroup; cells: QueueCells; open: boolean }) {
  const { icon, label, title } = requestTerms[group.kind]
  const rows =
    group.kind === 'decide'
      ? group.items.map((request: AccessRequest) => ({ kind: 'access' as const, request }))
      : group.items.map((request) => ({ kind: 'owner' as const, request }))
  return (
    <WaitingGroupFrame
      icon={icon}
      title={title(group.total)}
      open={open}
      action={group.total > rows.length && <Link to="/trustee/requests">All {countText(group.total)}</Link>}
    >
      <DataTable
        label={label}
        columns={queueColumns(cells, rows)}
        rows={rows}
        rowKey={({ request }) => request.id}
      />
    </WaitingGroupFrame>
  )
}
