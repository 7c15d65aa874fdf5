import { counted, countText } from '@deedbox/contract/counts.ts'
import { accessLevelLabels } from '@deedbox/contract/document-terms.ts'
import type { bulkActions, GrantRow } from '@deedbox/contract/grants.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { megabytes } from '@deedbox/contract/sizes.ts'
import { Button, Group, NativeSelect, Radio, Skeleton, Stack, Text } from '@mantine/core'
import { IconSearchOff, IconUsers } from '@tabler/icons-react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { whenText } from '../lib/format.ts'
import { endOf } from '../lib/grant-end.ts'
import { useDeployment, useServerNow } from '../lib/session.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { CheckList, type CheckRow } from '../ui/check-list.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { totalText } from '../ui/total.ts'
import { useActiveGrants } from './queries.ts'

type BulkAction = (typeof bulkActions)[number]
type Selected = ReadonlySet<string>

const sortLabels = {
  grantedAt: 'Newest first',
  endsAt: 'Ends first',
  userName: 'Person',
  documentTitle: 'Document',
}

/** The first step of the bulk dialog: an action, and the active grants that it applies to. A new search keeps the selection. */
export function BulkSelect(props: {
  /** First text of the search. */
  begin: string
  action: BulkAction | null
  onAction: (action: BulkAction) => void
  selected: Selected
  onSelect: (change: (before: Selected) => Selected) => void
  busy: boolean
  onCancel: () => void
  onReview: (action: BulkAction) => void
  children: ReactNode
}) {
  const { action, selected, onSelect } = props
  const [search, setSearch] = useState(props.begin)
  const [submitted, setSubmitted] = useState(false)
  const [sort, setSort] = useState<keyof typeof sortLabels>('grantedAt')
  const list = useActiveGrants(search, sort)
  const { timeZone } = useDeployment()
  const now = useServerNow(10 * 60_000)
  const rows = useMemo(
    () => list.data?.grants.map((grant) => toRow(grant, now, timeZone)),
    [list.data, now, timeZone],
  )
  const total = list.data?.total ?? 0
  const toggle = useCallback(
    (id: string) =>
      onSelect((before) => {
        const next = new Set(before)
        if (!next.delete(id) && next.size < limits.bulk) next.add(id)
        return next
      }),
    [onSelect],
  )
  const setAll = (checked: boolean) =>
    onSelect((before) => {
      const next = new Set(before)
      for (const { id } of rows ?? [])
        if (!checked) next.delete(id)
        else if (next.size < limits.bulk) next.add(id)
      return next
    })
  const review = () => {
    if (action && selected.size > 0) props.onReview(action)
    else setSubmitted(true)
  }

  return (
    <Stack>
      <Radio.Group label="Action" value={action} onChange={(chosen) => props.onAction(chosen as BulkAction)}>
        <Group gap="lg" mt={6}>
          <Radio value="revoke" label="Revoke" />
          <Radio value="renew" label="Renew for one year" />
        </Group>
      </Radio.Group>
      <SearchField
        label="Active access"
        placeholder="Search person, email, document or client"
        value={search}
        onSearch={setSearch}
        data-autofocus
      />
      <NativeSelect
        label="Sort by"
        value={sort}
        data={Object.entries(sortLabels).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget }) => setSort(currentTarget.value as keyof typeof sortLabels)}
      />
      {list.error && !rows ? (
        <ErrorState title={screen.loadAccess} error={list.error} onRetry={list.refetch} />
      ) : !rows ? (
        <Skeleton height={352} radius="md" />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={search ? IconSearchOff : IconUsers}
          title={search ? 'No access matches' : 'Nobody has access'}
        >
          {search
            ? 'No active access to documents that you manage matches this search.'
            : 'When you share documents, the active access to them appears here.'}
        </EmptyState>
      ) : (
        <CheckList
          label="Active access"
          rows={rows}
          selected={selected}
          onToggle={toggle}
          all={{ text: `Select all in view (${countText(rows.length)})`, onChange: setAll }}
        />
      )}
      <Group justify="space-between" gap="xs">
        <Text size="sm" role="status">
          {selected.size === 0 ? 'Nothing selected' : `${counted(selected.size, 'access record')} selected`}
          {selected.size === limits.bulk && ', the most that can be changed at once'}
          {rows && total > rows.length && (
            <Text span c="dimmed" inherit>
              {' '}
              · showing the first {countText(rows.length)} of{' '}
              {totalText({ total, totalIsMore: list.data?.totalIsMore })}, search to find others
            </Text>
          )}
        </Text>
        {selected.size > 0 && (
          <Button size="compact-sm" variant="subtle" onClick={() => onSelect(() => new Set())}>
            Clear the selection
          </Button>
        )}
      </Group>
      {submitted && (!action || selected.size === 0) && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {screen.bulkRequired}
        </Text>
      )}
      {props.children}
      <DialogButtons>
        <CancelButton onCancel={props.onCancel} />
        <Button loading={props.busy} onClick={review}>
          Review changes
        </Button>
      </DialogButtons>
    </Stack>
  )
}

function toRow(grant: GrantRow, now: number, timeZone: string): CheckRow {
  const end = endOf(grant)
  return {
    id: grant.id,
    title: `${grant.userName} — ${grant.documentTitle}`,
    details: [
      grant.userEmail,
      grant.clientName,
      accessLevelLabels[grant.accessLevel],
      megabytes(grant.documentSize),
    ]
      .filter(Boolean)
      .join(' · '),
    aside: end ? `${grant.status === 'active' ? 'ends' : 'ended'} ${whenText(end, now, timeZone)}` : 'no end',
  }
}
