import { counted } from '@deedbox/contract/counts.ts'
import { type ScanOutcome, scanOutcomes } from '@deedbox/contract/custody-terms.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { errors } from '@deedbox/contract/refusals/custody.ts'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClipboardOff, IconHelp, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Answer, ApiError, call } from '../lib/api.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Cut } from '../ui/cut.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { toast } from '../ui/toast.tsx'
import { When } from '../ui/when.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'
import { Camera } from './camera.tsx'
import classes from './custody.module.css'
import { PlaceField } from './place-field.tsx'
import { useScanQueue } from './scan-queue.ts'

type Whole = Answer<'GET /api/stock-takes/:stockTakeId'>
type Scan = Whole['scans'][number]

const back = { to: '/custody/stock-takes', label: 'All stock-takes' }
const looks: Record<ScanOutcome, Pick<Parameters<typeof StatusBadge>[0], 'tone' | 'icon'>> = {
  found: { tone: 'good', icon: IconCheck },
  wrong_place: { tone: 'warning', icon: IconAlertTriangle },
  not_expected: { tone: 'warning', icon: IconAlertTriangle },
  unknown: { tone: 'bad', icon: IconHelp },
  missing: { tone: 'bad', icon: IconSearch },
}
const Outcome = ({ outcome }: { outcome: ScanOutcome }) => (
  <StatusBadge {...looks[outcome]}>{scanOutcomes[outcome]}</StatusBadge>
)

const scanColumns: Column<Scan>[] = [
  {
    heading: 'Packet',
    kind: 'main',
    cell: ({ packet, code }) =>
      packet ? (
        <Stacked
          text={packet.number}
          to={`/custody/packets/${packet.id}`}
          small={[packet.matter, packet.recorded]}
        />
      ) : (
        <Stacked text={code} small={[]} />
      ),
  },
  { heading: 'Result', width: '14rem', brief: true, cell: ({ outcome }) => <Outcome outcome={outcome} /> },
  { heading: 'By', width: '12rem', minor: true, cell: ({ by }) => by },
  { heading: 'When', kind: 'number', width: '11rem', cell: ({ at }) => <WhenStacked at={at} exact /> },
]
const missingColumns: Column<Whole['missing'][number]>[] = [
  {
    heading: 'Packet',
    kind: 'main',
    cell: ({ id, number }) => <Cut text={number} to={`/custody/packets/${id}`} />,
  },
  { heading: 'Matter', width: '30%', cell: ({ matter }) => <Cut text={matter} /> },
  { heading: 'Recorded', width: '45%', brief: true, cell: ({ recorded }) => <Cut text={recorded} /> },
]

/** Page of a stock-take: scan with the camera or type, and see what was found and what was not. */
export function StockTakePage({ stockTakeId }: { stockTakeId: string }) {
  const queryKey = ['matters', 'custody', 'stock-take', stockTakeId]
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ signal, pageParam }) =>
      call('GET /api/stock-takes/:stockTakeId', {
        params: { stockTakeId },
        query: pageParam ? { cursor: pageParam } : {},
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })
  const [ending, setEnding] = useState(false)
  const [said, setSaid] = useState('')
  const client = useQueryClient()
  const [first] = list.data?.pages ?? []
  const { error } = list
  const refresh = () => client.invalidateQueries({ queryKey: ['matters', 'custody'] })
  const { waiting, add } = useScanQueue(stockTakeId, {
    scanned({ packet, code, outcome }) {
      setSaid(`${packet?.number ?? code}: ${scanOutcomes[outcome].toLowerCase()}`)
      void refresh()
    },
    refused(code, error) {
      // A toast goes away, and a scan that was not recorded must not.
      setSaid(`${code} was not recorded.`)
      toast.failure(`${screen.stockTakeFailed}: ${code}`, error as Error)
    },
  })
  if (!first && !error) return <PageLoading />
  if (!first)
    return (
      <>
        <PageHeader title="Stock-take" back={back} />
        {error instanceof ApiError && [400, 404].includes(error.status) ? (
          <EmptyState icon={IconClipboardOff} title={errors['stock-take-not-found'].message} />
        ) : (
          <ErrorState title={screen.loadPackets} error={error} onRetry={list.refetch} />
        )}
      </>
    )
  const { stockTake, missing } = first
  const rows = list.data?.pages.flatMap(({ scans }) => scans)
  const open = stockTake.endedAt === null
  return (
    <>
      <PageHeader
        title="Stock-take"
        back={back}
        lead={stockTake.places.join('; ') || 'Everything in the practice'}
        actions={
          // Ending it first would record as missing what was scanned.
          open && waiting === 0 && <Button onClick={() => setEnding(true)}>End stock-take</Button>
        }
      />
      {open && <Scanner add={add} />}
      <Text component="div" role="status" mb="sm">
        {said && <div>{said}</div>}
        {waiting > 0 && (
          <div>
            {counted(waiting, 'scan is kept here until it', 'scans are kept here until they')} can be sent.
            The stock-take can be ended then.
          </div>
        )}
      </Text>
      <Facts>
        <Fact name={scanOutcomes.found}>{String(stockTake.found)}</Fact>
        <Fact name={scanOutcomes.wrong_place}>{String(stockTake.wrongPlace)}</Fact>
        <Fact name={scanOutcomes.not_expected}>{String(stockTake.notExpected)}</Fact>
        <Fact name={scanOutcomes.unknown}>{String(stockTake.unknown)}</Fact>
        <Fact name={open ? 'Not seen yet' : scanOutcomes.missing}>{String(stockTake.missing)}</Fact>
        <Fact name="Begun">
          <When at={stockTake.begunAt} />
        </Fact>
        {stockTake.endedAt && (
          <Fact name="Ended">
            <When at={stockTake.endedAt} />
          </Fact>
        )}
      </Facts>
      <section className={classes.part}>
        <h2>{open ? 'Not seen yet' : 'Missing'}</h2>
        {missing.length > 0 ? (
          <DataTable
            label={open ? 'Not seen yet' : 'Missing'}
            columns={missingColumns}
            rows={missing}
            rowKey={({ id }) => id}
          />
        ) : (
          <Text>Nothing: everything that was looked for was seen.</Text>
        )}
      </section>
      <section className={classes.part}>
        <h2>Scanned</h2>
        {rows?.length === 0 ? (
          <Text c="dimmed">Nothing was scanned yet.</Text>
        ) : (
          <>
            <DataTable label="Scanned" columns={scanColumns} rows={rows} rowKey={({ id }) => id} />
            {rows && list.hasNextPage && (
              <LoadMore
                shown={rows.length}
                hasMore
                busy={list.isFetchingNextPage}
                error={list.error}
                onMore={list.fetchNextPage}
              />
            )}
          </>
        )}
      </section>
      {ending && (
        <ConfirmDialog
          title="End this stock-take?"
          confirm="End stock-take"
          failure={screen.stockTakeFailed}
          act={async () => {
            await call('POST /api/stock-takes/:stockTakeId/end', { params: { stockTakeId } })
            await refresh()
          }}
          onClose={() => setEnding(false)}
        >
          {stockTake.missing === 0
            ? 'Everything was seen.'
            : `${counted(stockTake.missing, 'packet was', 'packets were')} not seen, and will be recorded as missing.`}
        </ConfirmDialog>
      )}
    </>
  )
}

/** Takes codes from the camera or typed. */
function Scanner({ add }: { add: (code: string, placeId: string | null) => void }) {
  const [typed, setTyped] = useState('')
  const [placeId, setPlaceId] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() === '') return
    add(typed.trim(), placeId)
    setTyped('')
  }
  return (
    <form onSubmit={submit}>
      <Group align="end" mb="sm">
        <TextInput
          label="Number of a packet"
          placeholder="P-000123"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          Record
        </Button>
        <PlaceField label="Where I am (optional)" value={placeId} onChange={setPlaceId} />
        <Camera onCode={(code) => add(code, placeId)} />
      </Group>
    </form>
  )
}
