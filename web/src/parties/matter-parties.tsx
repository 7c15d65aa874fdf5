import { countText } from '@deedbox/contract/counts.ts'
import { afterDeaths } from '@deedbox/contract/death-rules.ts'
import { listText } from '@deedbox/contract/list-text.ts'
import type { Matter } from '@deedbox/contract/matters.ts'
import { screen, success } from '@deedbox/contract/messages.ts'
import { rolesOn } from '@deedbox/contract/party-rules.ts'
import { partyRoles, signingRoles } from '@deedbox/contract/party-terms.ts'
import { Button, Skeleton, Text } from '@mantine/core'
import { IconFileExport, IconPrinter, IconUserPlus, IconUsersGroup } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { addressOf } from '../lib/api.ts'
import { bytesAt, saveFile } from '../lib/download.ts'
import { dateText } from '../lib/format.ts'
import { useToday } from '../lib/today.ts'
import { useParam } from '../lib/use-param.ts'
import { DataTable } from '../ui/data-table.tsx'
import { DayFilter } from '../ui/day-filter.tsx'
import { ErrorState } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { dayColumns, everColumns } from './columns.tsx'
import { DeathAlert } from './death.tsx'
import { Findings } from './findings.tsx'
import classes from './parties.module.css'
import { MergeDialog, PartyDialog } from './party-dialogs.tsx'
import { type Role, useRoles } from './queries.ts'
import { AddDialog, CorrectDialog, EndDialog, type ProposedEnd } from './role-dialogs.tsx'
import { kindOf } from './role-form.ts'
import { type RoleAction, RoleMenu } from './role-menu.tsx'

/** Parties to a matter now or on another day, contradictions, and everything that was ever recorded. */
export function MatterParties({ matter }: { matter: Matter }) {
  const { data, error, refetch } = useRoles(matter.id)
  const [adding, setAdding] = useState(false)
  const [chosen, setChosen] = useState<Opened | null>(null)
  const [param, setDay] = useParam('on')
  const today = useToday()
  const day = /^\d{4}-\d{2}-\d{2}$/.test(param) ? param : null
  const on = day ?? today
  const edit = data?.can.edit ?? false
  const menu = useMemo(
    () =>
      edit
        ? (role: Role, corrected = false) => (
            <RoleMenu role={role} corrected={corrected} onChoose={(action) => setChosen({ action, role })} />
          )
        : null,
    [edit],
  )
  const columns = useMemo(() => dayColumns(menu), [menu])
  const shown = useMemo(
    () => data && rolesOn(afterDeaths({ kind: kindOf(matter) }, data.roles, data.deaths), on),
    [data, matter, on],
  )
  if (!data || !shown)
    return error ? (
      <ErrorState title={screen.loadParties} error={error} onRetry={refetch} />
    ) : (
      <Skeleton height={160} role="status" aria-label="Loading the parties" />
    )
  const end: ComponentProps<typeof Findings>['onEnd'] = ({ roleId, day, documentId }) => {
    const role = data.roles.find(({ id }) => id === roleId)
    const evidence = data.deaths.find(({ document }) => document?.id === documentId)?.document
    const document = documentId && { id: documentId, title: evidence?.title ?? null }
    if (role) setChosen({ action: 'end', role, proposed: { day, document: document || null } })
  }
  return (
    <>
      {data.deaths.map(({ day: diedOn, ...death }) => (
        <DeathAlert
          key={death.party.id}
          death={{ ...death, diedOn }}
          {...(edit && { to: `/parties/${death.party.id}` })}
        />
      ))}
      <div className={classes.bar}>
        <DayFilter
          label="On another day"
          value={day}
          rule={{ kind: 'last' }}
          onChange={(typed) => setDay(typed ?? '')}
        />
        <div className={classes.buttons}>
          {data.roles.length > 0 && (
            <Button
              component={Link}
              to={`/matters/${matter.id}/owners${day ? `?on=${day}` : ''}`}
              variant="default"
              leftSection={<IconUsersGroup size={16} aria-hidden="true" />}
            >
              Beneficial owners
            </Button>
          )}
          <Download matter={matter} on={on} any={data.roles.length > 0} />
          {edit && (
            <Button
              variant="default"
              leftSection={<IconUserPlus size={16} aria-hidden="true" />}
              onClick={() => setAdding(true)}
            >
              Add party
            </Button>
          )}
        </div>
      </div>
      <WhoSigns matter={matter} shown={shown} day={day} />
      {shown.length > 0 && (
        <DataTable
          label={day ? `Parties on ${dateText(day, 'UTC')}` : 'Parties now'}
          columns={columns}
          rows={shown}
          rowKey={({ id }) => id}
        />
      )}
      <Findings findings={data.findings} onShow={setDay} onEnd={end} />
      <Ever roles={data.roles} menu={menu} />
      {adding && <AddDialog matter={matter} onClose={() => setAdding(false)} />}
      {chosen && <Chosen {...chosen} matter={matter} onClose={() => setChosen(null)} />}
    </>
  )
}

type Opened = { action: RoleAction; role: Role; proposed?: ProposedEnd }

function Chosen({ action, proposed, ...rest }: Opened & { matter: Matter; onClose: () => void }) {
  const party = { party: rest.role.party, onClose: rest.onClose }
  const dialogs: Record<RoleAction, () => ReactNode> = {
    end: () => <EndDialog {...rest} {...(proposed && { proposed })} />,
    correct: () => <CorrectDialog {...rest} />,
    change: () => <PartyDialog {...party} />,
    merge: () => <MergeDialog {...party} />,
  }
  return dialogs[action]()
}

/** Answers who could sign on the day, by name. */
function WhoSigns(props: { matter: Matter; shown: ReturnType<typeof rolesOn<Role>>; day: string | null }) {
  const { matter, shown, day } = props
  const signing = signingRoles(kindOf(matter))
  const signs = shown.filter(({ role }) => signing.includes(role))
  const besides = kindOf(matter) === 'person' ? ` besides ${matter.name}` : ''
  const names = signs.map(({ party, role, begins, ends }) => {
    const marks = [begins && 'first day', ends && 'last day'].filter(Boolean)
    return `${party.name} (${[partyRoles[role].label.toLowerCase(), ...marks].join(', ')})`
  })
  return (
    <div role="status">
      <h3 className={classes.question}>
        {day ? `Who could sign${besides} on ${dateText(day, 'UTC')}?` : `Who can sign${besides} now?`}
      </h3>
      <p className={classes.answer}>{listText(names) || 'Nobody is recorded for this day.'}</p>
    </div>
  )
}

type Menu = (role: Role, corrected?: boolean) => ReactNode

/** Everything that was ever recorded, folded. */
function Ever({ roles, menu }: { roles: Role[]; menu: Menu | null }) {
  const [open, setOpen] = useState(false)
  const columns = useMemo(
    () => everColumns(new Set(roles.map(({ corrects }) => corrects)), menu),
    [roles, menu],
  )
  if (roles.length === 0)
    return (
      <Text c="dimmed">
        Nothing is recorded yet. Add the settlor, the first trustee and the others from the deed, then each
        change from its instrument.
      </Text>
    )
  return (
    <details className={classes.ever} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>All roles ever recorded ({countText(roles.length)})</summary>
      {open && (
        <DataTable label="All roles ever recorded" columns={columns} rows={roles} rowKey={({ id }) => id} />
      )}
    </details>
  )
}

/** Prints the parties of the day, and exports everything. */
function Download({ matter, on, any }: { matter: Matter; on: string; any: boolean }) {
  const params = { matterId: matter.id }
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (what: 'print' | 'export') => {
      const address =
        what === 'print'
          ? addressOf('GET /api/matters/:matterId/roles/print', { params, query: { on } })
          : addressOf('GET /api/matters/:matterId/roles/export', { params })
      saveFile(await bytesAt(address), what === 'print' ? `parties-${on}.pdf` : 'parties.csv')
    },
    onSuccess: () => toast.success(success.fileSaved),
    onError: (error) => toast.failure(screen.partiesDownloadFailed, error),
  })
  if (!any) return null
  return (
    <>
      <Button
        variant="default"
        loading={isPending && variables === 'print'}
        leftSection={<IconPrinter size={16} aria-hidden="true" />}
        onClick={() => mutate('print')}
      >
        Print this day
      </Button>
      <Button
        variant="default"
        loading={isPending && variables === 'export'}
        leftSection={<IconFileExport size={16} aria-hidden="true" />}
        onClick={() => mutate('export')}
      >
        Export CSV
      </Button>
    </>
  )
}
