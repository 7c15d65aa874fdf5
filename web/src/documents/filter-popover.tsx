import {
  accessStatuses,
  activeFilters,
  documentStatuses,
  documentTypeLabels,
  documentTypes,
} from '@deedbox/contract/document-terms.ts'
import type { DocumentFilter } from '@deedbox/contract/documents.ts'
import { Group, Select } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useCallback } from 'react'
import { DayFilter } from '../ui/day-filter.tsx'
import { FilterButton, insidePopover } from '../ui/filter-button.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { statusLabel } from './labels.ts'

const choices = <T extends string>(values: readonly T[], label: (value: T) => string) => [
  { value: 'all', label: 'All' },
  ...values.map((value) => ({ value, label: label(value) })),
]
const types = choices(documentTypes, (type) => documentTypeLabels[type])
const statuses = choices(documentStatuses, statusLabel)
const accesses = choices(accessStatuses, statusLabel)

/**
 * The filters of a document list; every choice takes effect immediately. The badge counts those that are set, and the
 * search.
 * `byPerson`: adds the filters by other people's access, for users who can see it.
 */
export function FilterPopover(props: {
  filter: DocumentFilter
  byPerson: boolean
  onChange: (change: Partial<Record<keyof DocumentFilter, string | undefined>>) => void
}) {
  const { filter, onChange } = props
  const active = activeFilters(filter)
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
      onClear={() => onChange(Object.fromEntries(Object.keys(filter).map((name) => [name, undefined])))}
    >
      <Group grow align="start">
        <Select label="Document type" data={types} {...chosen('documentType')} data-autofocus />
        <Select label="Status" data={statuses} {...chosen('status')} />
      </Group>
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
