import type { BackupRow } from '@deedbox/contract/backups.ts'
import { countText } from '@deedbox/contract/counts.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { storageSize } from '@deedbox/contract/sizes.ts'
import { Alert, Button, Group, Skeleton, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconDatabaseExport } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type Answer, call } from '../lib/api.ts'
import { queryClient } from '../lib/query.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { ErrorState } from '../ui/states.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { toast } from '../ui/toast.tsx'
import { When } from '../ui/when.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'
import { type Fact, FactList } from './fact-list.tsx'
import classes from './system.module.css'

type Backups = Answer<'GET /api/backups'>
const key = ['system', 'backups']

/** Place and results of backups, with a button to make one now. */
export function Backups() {
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call('GET /api/backups', { signal }),
    refetchInterval: ({ state }) => (state.data?.running ? 1_500 : 30_000),
  })
  const start = useMutation({
    mutationFn: () => call('POST /api/backups'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
    onError: (failure) => toast.failure(screen.backupFailed, failure),
  })
  return (
    <section className={classes.section} aria-labelledby="backups">
      <h2 id="backups">Backups</h2>
      {error && !data && <ErrorState title={screen.loadData} error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton height={120} />}
      {data && !(data.place && data.key) && <Unconfigured place={data.place} />}
      {data?.place && data.key && (
        <>
          <Troubles backups={data} />
          <FactList facts={factsOf(data)} />
          <Group my="md">
            <Button
              variant="default"
              leftSection={<IconDatabaseExport size={16} aria-hidden="true" />}
              loading={start.isPending}
              disabled={data.running !== null}
              onClick={() => start.mutate()}
            >
              Back up now
            </Button>
            <Text size="sm" role="status">
              {data.running && progressText(data.running)}
            </Text>
          </Group>
        </>
      )}
      {data && data.runs.length > 0 && (
        <DataTable
          label="The last backups"
          columns={columns}
          rows={data.runs}
          rowKey={({ startedAt }) => startedAt}
        />
      )}
    </section>
  )
}

const Unconfigured = ({ place }: { place: string | null }) => (
  <Alert color="amber" mb="md" icon={<IconAlertTriangle />} title="No backup is made by itself">
    {place === null
      ? 'No place for backups is named. Make a key with the command backup --new-key and keep its private part apart from Deedbox; then set BACKUP_KEY to its public part and BACKUP_URL to a folder on another disk (file:///…) or a bucket (s3://…), and restart Deedbox.'
      : 'A place for backups is named, but no key to encrypt them to. Make one with the command backup --new-key, keep its private part apart from Deedbox, set BACKUP_KEY to its public part, and restart Deedbox.'}
  </Alert>
)

function Troubles({ backups: { runs, lastCheck } }: { backups: Backups }) {
  const [newest] = runs
  return (
    <>
      {newest?.outcome === 'failed' && (
        <Alert color="wax" mb="md" icon={<IconAlertTriangle />} title="The last backup failed">
          {newest.problem}
        </Alert>
      )}
      {lastCheck && lastCheck.outcome !== 'good' && (
        <Alert color="wax" mb="md" icon={<IconAlertTriangle />} title="The last check of a copy was not good">
          {lastCheck.problem} If the copy is damaged, name a new, empty place: the next backup then copies
          everything.
        </Alert>
      )}
    </>
  )
}

function progressText({ progress }: NonNullable<Backups['running']>): string {
  if (!progress) return 'A backup is beginning…'
  const { stage, done, total, bytes } = progress
  const of = total === null ? countText(done) : `${countText(done)} of ${countText(total)}`
  if (stage === 'content') return `Files: ${of}, ${storageSize(bytes)} copied…`
  return stage === 'rows' ? `Records: ${of}…` : 'Finishing…'
}

const factsOf = ({ place, nextAt, lastGood, lastCheck }: Backups): Fact[] => [
  ['Place', <code key="place">{place}</code>],
  ['Last good backup', lastGood ? <When key="last" at={lastGood.startedAt} /> : 'None yet'],
  [
    'What it holds',
    lastGood
      ? lastGood.documents === null || lastGood.bytesTotal === null
        ? 'Not known'
        : `${countText(lastGood.documents)} documents, ${storageSize(lastGood.bytesTotal)}`
      : 'Nothing yet',
  ],
  ['Next backup', nextAt ? <When key="next" at={nextAt} /> : 'None by itself: switched off in the settings'],
  [
    'Last check of a copy',
    lastCheck ? (
      <span key="check">
        {lastCheck.outcome === 'good' ? `Good: ${countText(lastCheck.files)} files read. ` : 'Not good. '}
        <When at={lastCheck.at} />
      </span>
    ) : (
      'None yet: monthly, by itself'
    ),
  ],
]

const columns: Column<BackupRow>[] = [
  { heading: 'Made', kind: 'main', cell: ({ startedAt }) => <WhenStacked at={startedAt} exact /> },
  {
    heading: 'Result',
    width: '9rem',
    cell: ({ outcome }) =>
      outcome === 'done' ? (
        <StatusBadge tone="good" icon={IconCircleCheck}>
          Good
        </StatusBadge>
      ) : (
        <StatusBadge tone="warning" icon={IconAlertTriangle}>
          Failed
        </StatusBadge>
      ),
  },
  {
    heading: 'Copied',
    kind: 'number',
    width: '8rem',
    cell: ({ bytesCopied }) => (bytesCopied === null ? '—' : storageSize(bytesCopied)),
  },
  {
    heading: 'Holds',
    kind: 'number',
    width: '8rem',
    minor: true,
    cell: ({ bytesTotal }) => (bytesTotal === null ? '—' : storageSize(bytesTotal)),
  },
  { heading: 'Problem', width: '34%', cell: ({ problem }) => problem ?? 'None' },
]
