import {
  accessStatuses,
  accessStatusLabels,
  activeFilters,
  documentStatuses,
  documentTypeLabels,
  documentTypes,
  withArchived,
} from '@deedbox/contract/document-terms.ts'
import type { DocumentFilter } from '@deedbox/contract/documents.ts'
import { Group, Select } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import { ClientInput } from '../ui/client-input.tsx'
import { DayFilter } from '../ui/day-filter.tsx'
import { documentStatusText } from '../ui/document-status.tsx'
import { FilterButton, insidePopover } from '../ui/filter-button.tsx'
import { SearchField } from '../ui/search-field.tsx'

const choices = <T extends string>(values: readonly T[], label: (value: T) => string) => [
  { value: 'all', label: 'All' },
  ...values.map((value) => ({ value, label: label(value) })),
]
const types = choices(documentTypes, (type) => documentTypeLabels[type])
const statuses = [
  { value: 'all', label: 'All but archived' },
  ...documentStatuses.map((value) => ({ value, label: documentStatusText(value) })),
  { value: withArchived, label: 'All, with archived' },
]
const accesses = choices(accessStatuses, (status) => accessStatusLabels[status])

export type ClientFilter = { value: string; onChange: (client: string) => void }

/** Takes effect when a client is chosen, with Enter, or when the field is left: a part of a name is no client. */
function ClientField({ value, onChange }: ClientFilter) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const type = (text: string) => {
    setTyped(text)
    if (text === '') onChange('')
  }
  return (
    <ClientInput
      value={typed}
      onChange={type}
      onOptionSubmit={onChange}
      onBlur={() => onChange(typed)}
      onKeyDown={(event) => event.key === 'Enter' && onChange(event.currentTarget.value)}
      clearable
      comboboxProps={insidePopover}
    />
  )
}

/**
 * The filters of a document list; every choice takes effect immediately. The badge counts those that are set, and the
 * search.
 * `byPerson`: adds the filters by other people's access, for users who can see it.
 */
export function FilterPopover(props: {
  filter: DocumentFilter
  byPerson: boolean
  /** Where the list can be that of one client. */
  client: ClientFilter | undefined
  onChange: (change: Partial<Record<keyof DocumentFilter, string | undefined>>) => void
}) {
  const { filter, onChange } = props
  const { client } = props
  const active = activeFilters(filter) + (client?.value ? 1 : 0)
  const setEmail = useCallback((userEmail: string) => onChange({ userEmail }), [onChange])
  const setFrom = useCallback(
    (day: string | null) => onChange({ expiryDateFrom: day ?? undefined }),
    [onChange],
  )
  const setTo = useCallback((day: string | null) => onChange({ expiryDateTo: day ?? undefined }), [onChange])
  const chosen = (name: 'documentType' | 'status' | 'accessStatus') => ({
    value: filter[name] ?? 'all',
    onChange: (value: string | null) => onChange({ [name]: value ?? undefined }),
    allowDeselect: false,
    comboboxProps: insidePopover,
  })
  return (
    <FilterButton
      active={active}
      onClear={() => {
        onChange(Object.fromEntries(Object.keys(filter).map((name) => [name, undefined])))
        client?.onChange('')
      }}
    >
      <Group grow align="start">
        <Select label="Document type" data={types} {...chosen('documentType')} data-autofocus />
        <Select label="Status" data={statuses} {...chosen('status')} />
      </Group>
      {client && <ClientField {...client} />}
      {props.byPerson && (
        <>
          <SearchField
            label="Shared with"
            placeholder="Email address"
            type="text"
            leftSection={<IconMail size={16} aria-hidden="true" />}
            value={filter.userEmail ?? ''}
            onSearch={setEmail}
          />
          <Select label="Access status" data={accesses} {...chosen('accessStatus')} />
        </>
      )}
      <Group grow align="start">
        <DayFilter
          label="Expires from"
          value={filter.expiryDateFrom ?? null}
          rule={{ kind: 'nearest' }}
          onChange={setFrom}
        />
        <DayFilter
          label="Expires until"
          value={filter.expiryDateTo ?? null}
          rule={{
            kind: 'nearest',
            from: filter.expiryDateFrom
              ? { day: filter.expiryDateFrom, message: 'The last day is before the first.' }
              : undefined,
          }}
          onChange={setTo}
        />
      </Group>
    </FilterButton>
  )
}
