import {
  accessStatuses,
  activeFilters,
  documentStatuses,
  documentTypeLabels,
  documentTypes,
} from '@deedbox/contract/document-terms.ts'
import type { DocumentFilter } from '@deedbox/contract/documents.ts'
import { Badge, Button, Group, Popover, Select, Stack } from '@mantine/core'
import { IconFilter, IconMail } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { DayField } from '../ui/day-field.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { statusLabel } from './labels.ts'

const choices = <T extends string>(values: readonly T[], label: (value: T) => string) => [
  { value: 'all', label: 'All' },
  ...values.map((value) => ({ value, label: label(value) })),
]
const types = choices(documentTypes, (type) => documentTypeLabels[type])
const statuses = choices(documentStatuses, statusLabel)
const accesses = choices(accessStatuses, statusLabel)

// What opens inside the popover stays inside it, so that choosing there does not count as a press outside.
const inside = { withinPortal: false }

/**
 * The filters of a document list; every choice takes effect at once. The badge counts what is set, the search included.
 * `byPerson`: also those that ask about other people's access, for whoever sees that.
 */
export function FilterPopover(props: {
  filter: DocumentFilter
  byPerson: boolean
  onChange: (change: Partial<Record<keyof DocumentFilter, string | undefined>>) => void
}) {
  const [opened, setOpened] = useState(false)
  const { filter, onChange } = props
  const active = activeFilters(filter)
  const setEmail = useCallback((userEmail: string) => onChange({ userEmail }), [onChange])
  const chosen = (name: 'documentType' | 'status' | 'accessStatus') => ({
    value: filter[name] ?? 'all',
    onChange: (value: string | null) => onChange({ [name]: value ?? undefined }),
    allowDeselect: false,
    comboboxProps: inside,
  })
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width="min(24rem, calc(100vw - 2rem))"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="default"
          aria-expanded={opened}
          leftSection={<IconFilter size={16} aria-hidden="true" />}
          rightSection={
            active > 0 && (
              <Badge size="sm" circle aria-label={`${active} active`}>
                {active}
              </Badge>
            )
          }
          onClick={() => setOpened(!opened)}
        >
          Filters
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Filters">
        <Stack gap="sm">
          <Group grow align="start">
            <Select label="Document type" data={types} {...chosen('documentType')} data-autofocus />
            <Select label="Status" data={statuses} {...chosen('status')} />
          </Group>
          {props.byPerson && (
            <>
              <SearchField
                label="Shared with"
                placeholder="E-mail address"
                type="text"
                leftSection={<IconMail size={16} aria-hidden="true" />}
                value={filter.userEmail ?? ''}
                onSearch={setEmail}
              />
              <Select label="Access status" data={accesses} {...chosen('accessStatus')} />
            </>
          )}
          <Group grow align="start">
            <DayField
              label="Expires from"
              value={filter.expiryDateFrom ?? null}
              {...(filter.expiryDateTo ? { maxDate: filter.expiryDateTo } : {})}
              popoverProps={inside}
              onChange={(day) => onChange({ expiryDateFrom: day ?? undefined })}
            />
            <DayField
              label="Expires until"
              value={filter.expiryDateTo ?? null}
              {...(filter.expiryDateFrom
                ? { minDate: filter.expiryDateFrom, defaultDate: filter.expiryDateFrom }
                : {})}
              popoverProps={inside}
              onChange={(day) => onChange({ expiryDateTo: day ?? undefined })}
            />
          </Group>
          <Group justify="space-between">
            <Button
              variant="subtle"
              disabled={active === 0}
              onClick={() =>
                onChange(Object.fromEntries(Object.keys(filter).map((name) => [name, undefined])))
              }
            >
              Clear filters
            </Button>
            <Button variant="default" onClick={() => setOpened(false)}>
              Done
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
