import type { Death } from '@deedbox/contract/deaths.ts'
import { kindLabel } from '@deedbox/contract/document-kinds.ts'
import { listText } from '@deedbox/contract/list-text.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { unseenDocument } from '@deedbox/contract/party-rules.ts'
import { partyRoles } from '@deedbox/contract/party-terms.ts'
import { Alert, Anchor, Button, Group, Skeleton, Text, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconClockX, IconRibbonHealth } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { type Answer, call } from '../lib/api.ts'
import { dateText } from '../lib/format.ts'
import { refreshEverything } from '../lib/query.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { ErrorState } from '../ui/states.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { toast } from '../ui/toast.tsx'
import { When } from '../ui/when.tsx'
import { DeathDialog, PowerDialog } from './death-dialogs.tsx'
import classes from './parties.module.css'

type Named = { id: string; name: string }
type Given = Answer<'GET /api/parties/:partyId/death'>

type Props = {
  party: Named
  /** Draws the dialog that opens the estate, with what is known of it. */
  estate: (known: { name: string; kind: 'estate'; governingLaw: string }, onClose: () => void) => ReactNode
}

/** Shows the recorded death of a person, all that it changes, and the access that rests on their powers. */
export function DeathOf({ party, estate }: Props) {
  const [open, setOpen] = useState<'death' | 'power' | 'seen' | 'estate' | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['matters', 'death', party.id],
    queryFn: ({ signal }) =>
      call('GET /api/parties/:partyId/death', { params: { partyId: party.id }, signal }),
  })
  if (!data)
    return error ? (
      <ErrorState title={screen.loadDeath} error={error} onRetry={refetch} />
    ) : (
      <Skeleton height={80} role="status" aria-label="Loading what is recorded" />
    )
  const { death, records, effects, access } = data
  const close = () => setOpen(null)
  const ends = access.filter(({ active }) => active).length
  return (
    <>
      {death ? (
        <DeathAlert death={death}>
          <Group gap="xs" mt="xs">
            {!death.seen && death.document && (
              <Button size="compact-sm" onClick={() => setOpen('seen')}>
                I have seen the evidence
              </Button>
            )}
            <Button size="compact-sm" variant="default" onClick={() => setOpen('death')}>
              Correct
            </Button>
          </Group>
        </DeathAlert>
      ) : (
        <Button variant="default" onClick={() => setOpen('death')}>
          Record death
        </Button>
      )}
      {death && effects && <Effects effects={effects} name={party.name} onOpen={() => setOpen('estate')} />}
      {records.length > 1 && <Earlier records={records} />}
      <h3 className={classes.question}>Access that rests on a power</h3>
      <Resting access={access} party={party} />
      {!death?.seen && (
        <Button mt="sm" variant="default" onClick={() => setOpen('power')}>
          Name access that rests on a power
        </Button>
      )}
      {open === 'death' && <DeathDialog party={party} death={death} onClose={close} />}
      {open === 'power' && <PowerDialog party={party} onClose={close} />}
      {open === 'estate' &&
        estate(
          { name: `Estate of ${party.name}`, kind: 'estate', governingLaw: effects?.governingLaw ?? '' },
          close,
        )}
      {open === 'seen' && death && (
        <ConfirmDialog
          title={`Have you seen the evidence of the death of ${party.name}?`}
          confirm="I have seen it"
          destructive={ends > 0}
          failure={screen.deathFailed}
          act={async () => {
            const { revoked } = await call('POST /api/deaths/:deathId/seen', {
              params: { deathId: death.id },
            })
            toast.success(
              revoked === 0
                ? 'Recorded. No access rested on a power'
                : `Recorded. ${revoked === 1 ? 'One access has' : `${revoked} accesses have`} ended`,
            )
            await refreshEverything()
          }}
          onClose={close}
        >
          {death.document?.title &&
            `The evidence is “${death.document.title}” (${kindLabel(death.document.kind)}). `}
          {ends === 0
            ? 'Nobody has access that rests on a power of this person.'
            : `Access that rests on a power of this person ends at once: ${listText(
                access
                  .filter(({ active }) => active)
                  .map(({ userName, document }) => `${userName} to “${document.name}”`),
              )}.`}
        </ConfirmDialog>
      )}
    </>
  )
}

/** Says that somebody has died, by which evidence, and whether it was seen; `to`: the page that tells what it changes. */
export function DeathAlert(props: {
  death: Pick<Death, 'party' | 'diedOn' | 'document'> & { seen: Death['seen'] | boolean; note?: string }
  to?: string
  children?: ReactNode
}) {
  const { party, diedOn, document, seen, note } = props.death
  return (
    <Alert
      color="amber"
      mb="md"
      icon={<IconRibbonHealth aria-hidden="true" />}
      title={`${party.name} died on ${dateText(diedOn, 'UTC')}`}
    >
      <p className={classes.lines}>
        {document ? (
          <>
            Evidence:{' '}
            {document.title !== null && document.id !== null ? (
              <>
                <Anchor inherit component={Link} to={`/documents/${document.id}`}>
                  {document.title}
                </Anchor>{' '}
                ({kindLabel(document.kind)})
              </>
            ) : (
              unseenDocument
            )}
            .{' '}
          </>
        ) : (
          'No document is named as evidence yet. '
        )}
        {typeof seen === 'object' && seen ? (
          <>
            Seen by {seen.by ?? 'somebody'}, <When at={seen.at} />.
          </>
        ) : (
          !seen && 'Nobody has confirmed having seen the evidence.'
        )}
      </p>
      {note && <p className={classes.lines}>{note}</p>}
      {props.to && (
        <p className={classes.lines}>
          <Anchor inherit component={Link} to={props.to}>
            What this changes
          </Anchor>
        </p>
      )}
      {props.children}
    </Alert>
  )
}

function Effects(props: { effects: NonNullable<Given['effects']>; name: string; onOpen: () => void }) {
  const { effects, name } = props
  const { powers, open, estates, wills } = effects
  const role = ({ roleId, party, role, matter }: (typeof powers)[number]) => (
    <li key={roleId}>
      {party.name}, {partyRoles[role].label.toLowerCase()} in{' '}
      <Anchor inherit component={Link} to={`/matters/${matter.id}`}>
        {matter.name}
      </Anchor>
    </li>
  )
  const link = (to: string) => (one: Named) => (
    <li key={one.id}>
      <Anchor inherit component={Link} to={`${to}/${one.id}`}>
        {one.name}
      </Anchor>
    </li>
  )
  const part = (title: string, rows: ReactNode[], none: ReactNode) => (
    <section>
      <h3 className={classes.question}>{title}</h3>
      {rows.length > 0 ? <ul className={classes.plain}>{rows}</ul> : <Text c="dimmed">{none}</Text>}
    </section>
  )
  return (
    <div className={classes.effects}>
      {part('Powers that ended', powers.map(role), 'Nobody is recorded as attorney.')}
      {part('Roles to end', open.map(role), 'No role in which a person acts is recorded without a last day.')}
      {part(
        'The estate',
        estates.map(link('/matters')),
        <>
          No estate has {name} as testator yet.{' '}
          <Anchor component="button" type="button" inherit onClick={props.onOpen}>
            Open an estate
          </Anchor>{' '}
          and add {name} as testator.
        </>,
      )}
      {part(
        'Wills and codicils',
        wills.map(link('/documents')),
        `No will or codicil is in a matter of which ${name} is testator. Ask who holds it.`,
      )}
    </div>
  )
}

/** Record as it was before it was corrected. */
const Earlier = ({ records }: { records: Death[] }) => (
  <details className={classes.ever}>
    <summary>Everything that was recorded ({records.length})</summary>
    <ul className={classes.plain}>
      {records.map(({ id, never, diedOn, recordedAt, recordedBy, reason }) => (
        <li key={id}>
          {never ? 'Alive' : `Died on ${dateText(diedOn, 'UTC')}`}: recorded by {recordedBy ?? 'somebody'},{' '}
          <When at={recordedAt} />
          {reason && `. ${reason}`}
        </li>
      ))}
    </ul>
  </details>
)

type Access = Given['access'][number]

function Resting({ access, party }: { access: Access[]; party: Named }) {
  const [freeing, setFreeing] = useState<Access | null>(null)
  if (access.length === 0)
    return <Text c="dimmed">No access is recorded that rests on a power of this person.</Text>
  const columns: Column<Access>[] = [
    {
      heading: 'Who has access',
      kind: 'main',
      cell: ({ userName, document }) => <Stacked text={userName} small={document.name} />,
    },
    {
      heading: 'Power',
      width: '35%',
      brief: true,
      cell: ({ power }) => <Stacked text={power.name} to={`/documents/${power.id}`} small={[]} />,
    },
    {
      heading: 'Status',
      width: '8rem',
      brief: true,
      cell: ({ active }) =>
        active ? (
          <StatusBadge tone="good" icon={IconCheck}>
            Active
          </StatusBadge>
        ) : (
          <StatusBadge tone="quiet" icon={IconClockX}>
            Ended
          </StatusBadge>
        ),
    },
    {
      heading: 'Actions',
      kind: 'actions',
      width: '9rem',
      cell: (row) => (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setFreeing(row)}>
          Not by power<VisuallyHidden>: {row.userName}</VisuallyHidden>
        </Button>
      ),
    },
  ]
  return (
    <>
      <DataTable
        label="Access that rests on a power"
        columns={columns}
        rows={access}
        rowKey={({ grantId }) => grantId}
      />
      {freeing && (
        <ConfirmDialog
          title={`Does ${freeing.userName}’s access to “${freeing.document.name}” not rest on a power of ${party.name}?`}
          confirm="It does not"
          failure={screen.powerFailed}
          act={async () => {
            await call('POST /api/parties/:partyId/powers/remove', {
              params: { partyId: party.id },
              body: { grantIds: [freeing.grantId] },
            })
            await refreshEverything()
          }}
          onClose={() => setFreeing(null)}
        >
          It then goes on after the death of {party.name}, until its own end.
        </ConfirmDialog>
      )}
    </>
  )
}

/** Deaths with which the power ended that a document is. */
export function DeathsOfPower({ documentId }: { documentId: string }) {
  const { data } = useQuery({
    queryKey: ['matters', 'deaths-of-power', documentId],
    queryFn: ({ signal }) =>
      call('GET /api/documents/:documentId/deaths', { params: { documentId }, signal }),
  })
  return data?.deaths.map((death) => (
    <DeathAlert key={death.id} death={death} to={`/parties/${death.party.id}`}>
      <p className={classes.lines}>
        {death.party.name} gave this power. An enduring power ends at death: nobody may act by it any more.
      </p>
    </DeathAlert>
  ))
}
