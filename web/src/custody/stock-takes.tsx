import { placeText } from '@deedbox/contract/custody-terms.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Button, Checkbox, ScrollArea, Stack, Text } from '@mantine/core'
import { IconClipboardCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Answer, call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'
import { usePlaces } from './queries.ts'

type StockTake = Answer<'GET /api/stock-takes'>['stockTakes'][number]

const columns: Column<StockTake>[] = [
  {
    heading: 'Stock-take of',
    kind: 'main',
    cell: ({ id, places, endedAt, begunBy }) => (
      <Stacked
        text={places.join('; ') || 'Everything in the practice'}
        to={`/custody/stock-takes/${id}`}
        small={endedAt ? `by ${begunBy}` : `by ${begunBy}, not ended`}
      />
    ),
  },
  { heading: 'Found', kind: 'number', width: '6rem', cell: ({ found }) => found },
  { heading: 'Wrong place', kind: 'number', width: '8rem', cell: ({ wrongPlace }) => wrongPlace },
  {
    heading: 'Missing',
    kind: 'number',
    width: '8rem',
    brief: true,
    cell: ({ missing, endedAt }) => (endedAt ? missing : `${missing} to go`),
  },
  { heading: 'Begun', kind: 'number', width: '9rem', cell: ({ begunAt }) => <WhenStacked at={begunAt} /> },
]

/** Page /custody/stock-takes */
export function StockTakes() {
  const [beginning, setBeginning] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['matters', 'custody', 'stock-takes'],
    queryFn: async ({ signal }) => (await call('GET /api/stock-takes', { signal })).stockTakes,
  })
  return (
    <>
      <PageHeader
        title="Stock-takes"
        back={{ to: '/custody', label: 'All packets' }}
        lead="Scan what lies in the strong room: what is found is sighted, what is not is missing."
        actions={
          <Button
            leftSection={<IconClipboardCheck size={16} aria-hidden="true" />}
            onClick={() => setBeginning(true)}
          >
            Begin a stock-take
          </Button>
        }
      />
      {error && !data ? (
        <ErrorState title={screen.loadPackets} error={error} onRetry={refetch} />
      ) : data?.length === 0 ? (
        <EmptyState icon={IconClipboardCheck} title="No stock-takes yet">
          A stock-take can be interrupted and gone on with, by several people at once.
        </EmptyState>
      ) : (
        <DataTable label="Stock-takes" columns={columns} rows={data} rowKey={({ id }) => id} />
      )}
      {beginning && <BeginDialog onClose={() => setBeginning(false)} />}
    </>
  )
}

/** Begins a stock-take of chosen places, or of everything. */
function BeginDialog({ onClose }: { onClose: () => void }) {
  const { data } = usePlaces()
  const navigate = useNavigate()
  const form = useServerForm<{ placeIds: string[] }>({
    initialValues: { placeIds: [] },
    async send(body) {
      const { stockTake } = await call('POST /api/stock-takes', { body })
      onClose()
      void navigate(`/custody/stock-takes/${stockTake.id}`)
      await refreshEverything()
    },
  })
  const places = (data ?? []).filter(({ retiredAt }) => retiredAt === null)
  return (
    <Dialog onClose={onClose} title="Begin a stock-take">
      <form noValidate onSubmit={form.submit}>
        <Stack>
          {places.length > 0 && (
            <Checkbox.Group
              label="Places"
              description="None: everything in the practice, also what is with its holder"
              {...form.getInputProps('placeIds')}
            >
              <ScrollArea.Autosize mah={280} mt="xs">
                <Stack gap="xs">
                  {places.map((place) => (
                    <Checkbox key={place.id} value={place.id} label={placeText(place)} />
                  ))}
                </Stack>
              </ScrollArea.Autosize>
            </Checkbox.Group>
          )}
          {data && places.length === 0 && <Text c="dimmed">No places yet: everything is looked for.</Text>}
          <FormFailure title={screen.stockTakeFailed} error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>Begin</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
