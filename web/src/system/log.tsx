import { counted, countText } from '@deedbox/contract/counts.ts'
import type { LogFinding, LogWitness } from '@deedbox/contract/log.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Alert, Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call } from '../lib/api.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { ErrorState } from '../ui/states.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { When } from '../ui/when.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'
import { type Fact, FactList } from './fact-list.tsx'
import { SettleDialog } from './settle-dialog.tsx'
import classes from './system.module.css'

type Log = Answer<'GET /api/log'>
const eventsText = (count: number) => counted(count, 'event')

/** Standing of the transparency log: newest head, witnesses, and what checks found. */
export function TransparencyLog() {
  const [settling, setSettling] = useState<LogFinding | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['system', 'log'],
    queryFn: ({ signal }) => call('GET /api/log', { signal }),
    refetchInterval: 30_000,
  })
  return (
    <section className={classes.section} aria-labelledby="log">
      <h2 id="log">Transparency log</h2>
      {error && !data && <ErrorState title={screen.loadLog} error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton height={120} />}
      {data?.why && (
        <Alert color="wax" mb="md" icon={<IconAlertTriangle />} title="Nothing is sealed and signed">
          {data.why} Events wait; everything else goes on.
        </Alert>
      )}
      {data?.findings.map((finding) => (
        <Alert key={finding.id} color="wax" mb="md" icon={<IconAlertTriangle />} title={finding.problem}>
          <p className={classes.message}>
            Found <When at={finding.foundAt} />, last seen <When at={finding.seenAt} />.
          </p>
          <Button variant="default" size="xs" mt="xs" onClick={() => setSettling(finding)}>
            Settle
          </Button>
        </Alert>
      ))}
      {data && <FactList facts={factsOf(data)} />}
      {data?.witnesses && (
        <div className={classes.below}>
          <DataTable label="Witnesses" columns={columns} rows={data.witnesses} rowKey={({ name }) => name} />
        </div>
      )}
      {settling && <SettleDialog finding={settling} onClose={() => setSettling(null)} />}
    </section>
  )
}

const factsOf = ({ origin, size, signed, checkedAt, verifierKey, begunAt, witnesses }: Log): Fact[] => [
  ['Log', <code key="origin">{origin ?? 'Not begun yet'}</code>],
  ['Begun', begunAt ? <When key="begun" at={begunAt} /> : 'Not yet'],
  ['Events', countText(size)],
  [
    'Newest head',
    signed ? (
      <span key="head">
        {eventsText(signed.size)}, signed <When at={signed.at} />
      </span>
    ) : (
      'Not signed yet'
    ),
  ],
  ['Key', <code key="key">{verifierKey ?? 'None yet'}</code>],
  ['Last check of all of it', checkedAt ? <When key="checked" at={checkedAt} /> : 'Not yet: every night'],
  ...(witnesses === null ? [['Witnesses', 'None: WITNESSES_FILE names them'] satisfies Fact] : []),
]

const columns: Column<LogWitness>[] = [
  {
    heading: 'Witness',
    kind: 'main',
    cell: ({ name, owner, url }) => <Stacked text={owner === '' ? name : owner} small={[name, url]} />,
  },
  {
    heading: 'Last cosigned',
    kind: 'number',
    width: '11rem',
    brief: true,
    cell: ({ cosignedAt }) => (cosignedAt ? <WhenStacked at={cosignedAt} exact /> : 'Not yet'),
  },
  {
    heading: 'Behind',
    kind: 'number',
    width: '9rem',
    cell: ({ behind }) => (behind === 0 ? 'Nothing' : eventsText(behind)),
  },
  {
    heading: 'State',
    width: '11rem',
    brief: true,
    cell: ({ fault, isIndependent }) =>
      fault !== null ? (
        <StatusBadge tone="warning" icon={IconAlertTriangle}>
          Does not cosign
        </StatusBadge>
      ) : isIndependent ? (
        <StatusBadge tone="good" icon={IconCircleCheck}>
          Independent
        </StatusBadge>
      ) : (
        <StatusBadge tone="warning" icon={IconAlertTriangle}>
          Not independent
        </StatusBadge>
      ),
  },
  { heading: 'Problem', width: '30%', cell: ({ fault }) => fault ?? 'None' },
]
