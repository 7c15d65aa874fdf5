import { sentenceOf } from '@deedbox/contract/audit-sentence.ts'
import { countText } from '@deedbox/contract/counts.ts'
import { screen } from '@deedbox/contract/messages.ts'
import type { Exhibit } from '@deedbox/proof/verdict.ts'
import { Alert, Button, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type Answer, call } from '../lib/api.ts'
import { saveFile } from '../lib/download.ts'
import type { Column } from '../ui/data-table.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import type { ListedEvent } from '../ui/event-list.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { ErrorState } from '../ui/states.tsx'
import { When } from '../ui/when.tsx'

type Proof = NonNullable<Answer<'GET /api/audit/proofs/:eventId'>['proof']>

export const proofColumn = (onOpen: (event: ListedEvent) => void): Column<ListedEvent> => ({
  heading: 'Proof',
  kind: 'actions',
  width: '5.5rem',
  cell: (event) => (
    <Button size="compact-sm" variant="subtle" onClick={() => onOpen(event)}>
      Proof<VisuallyHidden> of {sentenceOf(event)}</VisuallyHidden>
    </Button>
  ),
})

/** Says what an event's sealed bytes disclose, after checking in this browser that the signed head has them. Throws a ProofError. */
async function checked(event: ListedEvent, proof: Proof): Promise<[name: string, value: string][]> {
  const [{ verify }, { fromBase64 }] = await Promise.all([
    import('@deedbox/proof/verdict.ts'),
    import('@deedbox/proof/bytes.ts'),
  ])
  const exhibit: Exhibit = {
    name: `Event ${event.id}`,
    leaf: fromBase64(proof.leaf),
    proof: proof.text,
    disclosures: proof.disclosures,
  }
  const { events } = verify([exhibit], proof.key)
  return events.flatMap(({ leaf, says }) => [
    ['time', `${leaf.at} UTC`] as [string, string],
    ['event', leaf.event] as [string, string],
    ...Array.from(says, ([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ])
}

/** Time until the dialog asks again for the proof of an event that was not sealed yet. */
const SEALED_AGAIN_MS = 2_000

/** Proof of an event, checked in the browser, with what was sealed of it. */
export function ProofDialog({ event, onClose }: { event: ListedEvent; onClose: () => void }) {
  const query = useQuery({
    queryKey: ['event-proof', event.id],
    queryFn: async ({ signal }) => {
      const { proof } = await call('GET /api/audit/proofs/:eventId', {
        params: { eventId: event.id },
        signal,
      })
      if (!proof) return null
      const said = await checked(event, proof).catch((error: Error) => error)
      return { proof, said }
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data === null ? SEALED_AGAIN_MS : false),
  })
  const { data, error, refetch } = query
  return (
    <Dialog title={`Proof of event ${event.id}`} onClose={onClose} size="lg">
      <Stack gap="md">
        <Text>{sentenceOf(event)}</Text>
        {error && <ErrorState title={screen.loadProof} error={error} onRetry={refetch} />}
        {data === undefined && !error && <Skeleton height={160} />}
        {data === null && (
          <Alert color="amber" role="status" icon={<IconAlertTriangle />} title="Not sealed yet">
            An event is sealed within seconds, and signed within ten more: then the proof appears here. If
            this stays, Health says why the log stands still.
          </Alert>
        )}
        {data && <Proved {...data} />}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          {data && (
            <Button onClick={() => saveFile(new Blob([data.proof.text]), `event-${event.id}.tlog-proof`)}>
              Download the proof
            </Button>
          )}
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}

function Proved({ proof, said }: { proof: Proof; said: [string, string][] | Error }) {
  if (said instanceof Error)
    return (
      <Alert color="wax" role="alert" icon={<IconAlertTriangle />} title="The proof does not hold">
        {said.message} Please tell your administrator.
      </Alert>
    )
  return (
    <>
      <Alert color="eucalyptus" role="status" icon={<IconShieldCheck />} title="Agrees with itself">
        Checked in your browser just now: the signed head of the log has this event, as it stands here. That
        nobody wrote the whole log anew is shown by a key or an earlier checkpoint that you keep yourself, or
        by witnesses.
      </Alert>
      <Facts>
        <Fact name="Place in the log">
          {countText(proof.index + 1)} of {countText(proof.size)}
        </Fact>
        <Fact name="Head signed">
          <When at={proof.signedAt} />
        </Fact>
        <Fact name="Log">{proof.origin}</Fact>
        {said.map(([name, value]) => (
          <Fact key={name} name={name.replace(/^details\./, '').replaceAll('_', ' ')}>
            {value}
          </Fact>
        ))}
      </Facts>
    </>
  )
}
