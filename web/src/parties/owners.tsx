import { afterDeaths } from '@deedbox/contract/death-rules.ts'
import { listText } from '@deedbox/contract/list-text.ts'
import type { MatterKind } from '@deedbox/contract/matter-terms.ts'
import { screen, success } from '@deedbox/contract/messages.ts'
import { ownersNote, ownersOn } from '@deedbox/contract/owner-rules.ts'
import { errors } from '@deedbox/contract/refusals/matters.ts'
import { Alert, Button, Text } from '@mantine/core'
import { IconBriefcaseOff, IconFileExport, IconPrinter, IconUserQuestion } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiError, addressOf, call } from '../lib/api.ts'
import { bytesAt, saveFile } from '../lib/download.ts'
import { dateText } from '../lib/format.ts'
import { useToday } from '../lib/today.ts'
import { useParam } from '../lib/use-param.ts'
import { DataTable } from '../ui/data-table.tsx'
import { DayFilter } from '../ui/day-filter.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { dayColumns } from './columns.tsx'
import classes from './parties.module.css'
import { useRoles } from './queries.ts'

const columns = dayColumns(null)

/** The register of beneficial owners of a matter on a day: who owns, controls or benefits, and for whom nobody is recorded. */
export function Owners({ matterId }: { matterId: string }) {
  const today = useToday()
  const [param, setDay] = useParam('on')
  const day = /^\d{4}-\d{2}-\d{2}$/.test(param) ? param : null
  const on = day ?? today
  const { data: matter, error: noMatter } = useQuery({
    queryKey: ['matters', 'one', matterId],
    queryFn: async ({ signal }) =>
      (await call('GET /api/matters/:matterId', { params: { matterId }, signal })).matter,
  })
  const { data, error, refetch } = useRoles(matterId)
  const kind = matter?.kind as MatterKind | undefined
  const register = useMemo(
    () => data && kind && ownersOn({ kind }, afterDeaths({ kind }, data.roles, data.deaths), on),
    [data, kind, on],
  )
  const back = { to: `/matters/${matterId}`, label: matter?.name ?? 'The matter' }
  if (!matter || !register) {
    const failed = noMatter ?? error
    if (!failed) return <PageLoading />
    return (
      <>
        <PageHeader title="Beneficial owners" back={{ to: '/matters', label: 'All matters' }} />
        {failed instanceof ApiError && failed.status < 500 ? (
          <EmptyState icon={IconBriefcaseOff} title={errors['matter-not-found'].message}>
            It does not exist, or you may not see it.
          </EmptyState>
        ) : (
          <ErrorState title={screen.loadParties} error={failed} onRetry={refetch} />
        )}
      </>
    )
  }
  const { owners, lacks } = register
  return (
    <>
      <PageHeader
        title={`Beneficial owners of ${matter.name}`}
        back={back}
        actions={<Download matterId={matterId} on={on} />}
      />
      <div className={classes.bar}>
        <DayFilter
          label="On another day"
          value={day}
          rule={{ kind: 'last' }}
          onChange={(typed) => setDay(typed ?? '')}
        />
      </div>
      {lacks.length > 0 && (
        <Alert
          color="amber"
          mb="md"
          icon={<IconUserQuestion aria-hidden="true" />}
          title="Not recorded for this day"
        >
          {listText(lacks)}
        </Alert>
      )}
      {owners.length > 0 && (
        <DataTable
          label={`Beneficial owners on ${dateText(on, 'UTC')}`}
          columns={columns}
          rows={owners}
          rowKey={({ id }) => id}
        />
      )}
      {owners.length === 0 && <p className={classes.answer}>Nobody is recorded for this day.</p>}
      <Text size="sm" c="dimmed" mt="md">
        {ownersNote}
      </Text>
    </>
  )
}

/** Prints the register of the day, and exports it. */
function Download({ matterId, on }: { matterId: string; on: string }) {
  const given = { params: { matterId }, query: { on } }
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (what: 'pdf' | 'csv') => {
      const address =
        what === 'pdf'
          ? addressOf('GET /api/matters/:matterId/owners/print', given)
          : addressOf('GET /api/matters/:matterId/owners/export', given)
      saveFile(await bytesAt(address), `beneficial-owners-${on}.${what}`)
    },
    onSuccess: () => toast.success(success.fileSaved),
    onError: (error) => toast.failure(screen.partiesDownloadFailed, error),
  })
  return (
    <>
      <Button
        variant="default"
        loading={isPending && variables === 'pdf'}
        leftSection={<IconPrinter size={16} aria-hidden="true" />}
        onClick={() => mutate('pdf')}
      >
        Print
      </Button>
      <Button
        variant="default"
        loading={isPending && variables === 'csv'}
        leftSection={<IconFileExport size={16} aria-hidden="true" />}
        onClick={() => mutate('csv')}
      >
        Export CSV
      </Button>
    </>
  )
}
