import { peopleActs } from '@deedbox/contract/people-terms.ts'
import { roleShortLabel } from '@deedbox/contract/permissions.ts'
import { Button, Group, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Answer, call } from '../lib/api.ts'
import { Cut } from '../ui/cut.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { SelectionBar } from '../ui/selection-bar.tsx'
import { useSelection } from '../ui/use-selection.ts'
import { useWholeList } from '../ui/use-whole-list.ts'
import { When } from '../ui/when.tsx'
import { chosenInvitations, useAsking } from './chosen-actions.tsx'
import classes from './people.module.css'
import { invitationsKey } from './refresh.ts'

type Invitation = Answer<'GET /api/invitations'>['invitations'][number]

/** The open invitations, each of which can be withdrawn; `by` limits them to those that this person made. */
export function Invitations({ by }: { by?: string }) {
  const list = useInfiniteQuery({
    queryKey: [...invitationsKey, by],
    queryFn: ({ signal, pageParam }) =>
      call('GET /api/invitations', {
        query: { ...(by ? { invitedBy: by } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const rows = useMemo(() => list.data?.pages.flatMap(({ invitations }) => invitations), [list.data])
  const chosen = useSelection(rows, idOf)
  const whole = useWholeList(list, rows, chosen.selection)
  const { ask, dialog } = useAsking()

  const columns: Column<Invitation>[] = [
    { heading: 'Email', kind: 'main', cell: ({ email }) => <Cut text={email} /> },
    { heading: 'Role', width: '9rem', cell: ({ role }) => <Cut text={roleShortLabel(role)} /> },
    {
      heading: 'Organisation',
      minor: true,
      cell: ({ organizationName }) => (organizationName ? <Cut text={organizationName} /> : '–'),
    },
    { heading: 'Invited by', minor: true, cell: ({ invitedBy }) => <Cut text={invitedBy} /> },
    { heading: 'Open until', width: '15rem', cell: ({ expiresAt }) => <When at={expiresAt} /> },
    {
      heading: 'Actions',
      kind: 'actions',
      width: '14rem',
      cell: (invitation) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`Invite again: ${invitation.email}`}
            onClick={() => ask('again', [invitation])}
          >
            {peopleActs.again.label}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="wax"
            aria-label={`Withdraw the invitation to ${invitation.email}`}
            onClick={() => ask('withdraw', [invitation])}
          >
            Withdraw
          </Button>
        </Group>
      ),
    },
  ]

  return (
    <section aria-labelledby="invitations" className={classes.invitations}>
      <Title order={2} size="h4" id="invitations" className={classes.heading}>
        Open invitations
      </Title>
      <PagedList
        list={list}
        rows={rows}
        failure="Failed to load invitations"
        more="needed"
        empty={
          <p className={classes.nobody}>
            {by
              ? 'None of their invitations is open.'
              : 'There are no open invitations. People you invite appear in the list above once they have signed up.'}
          </p>
        }
      >
        <DataTable
          label="Open invitations"
          columns={columns}
          rows={rows}
          rowKey={idOf}
          choosing={{
            selection: chosen.selection,
            nameOf: emailOf,
            bar: <SelectionBar {...chosen} nameOf={emailOf} actions={chosenInvitations(ask)} whole={whole} />,
          }}
        />
      </PagedList>
      {dialog}
    </section>
  )
}

const idOf = ({ id }: Invitation) => id
const emailOf = ({ email }: Invitation) => email
