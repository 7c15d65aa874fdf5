import type { Filter } from '@deedbox/contract/filters.ts'
import { Group, Select } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useCallback } from 'react'
import { DayFilter } from './day-filter.tsx'
import { insidePopover } from './filter-button.tsx'
import { SearchField } from './search-field.tsx'

type Values = Readonly<Record<string, string | undefined>>
type Set = (name: string, value: string) => void
type Props = { name: string; filter: Filter; values: Values; onSet: Set; first?: boolean | undefined }

const choicesOf = ({ none, choices }: Filter & { kind: 'choice' }) => [
  { value: 'all', label: none },
  ...Object.entries(choices).map(([value, label]) => ({ value, label })),
]

/** The control of a filter, by its kind; '' where it is not set. Every choice takes effect immediately. */
export function FilterControl({ name, filter, values, onSet, first }: Props) {
  const value = values[name] ?? ''
  const set = useCallback((value: string | null) => onSet(name, value ?? ''), [name, onSet])
  if (filter.kind === 'choice')
    return (
      <Select
        label={filter.label}
        data={choicesOf(filter)}
        value={value || 'all'}
        onChange={set}
        allowDeselect={false}
        comboboxProps={insidePopover}
        {...(first && { 'data-autofocus': true })}
      />
    )
  if (filter.kind === 'day') {
    const from = filter.notBefore && values[filter.notBefore]
    const bound = from ? { day: from, message: 'The last day is before the first.' } : undefined
    return (
      <DayFilter
        label={filter.label}
        value={value || null}
        rule={{ kind: 'nearest', from: bound }}
        onChange={set}
      />
    )
  }
  return (
    <SearchField
      label={filter.label}
      {...(filter.kind === 'email' && {
        placeholder: 'Email address',
        leftSection: <IconMail size={16} aria-hidden="true" />,
      })}
      type="text"
      value={value}
      onSearch={set}
    />
  )
}

/** The controls of a table of filters, in its order; choices and days stand beside each other in twos. */
export function FilterControls<Name extends string>(props: {
  filters: Readonly<Record<Name, Filter>>
  names: readonly Name[]
  values: Partial<Record<Name, string | undefined>>
  onSet: (name: Name, value: string) => void
}) {
  const { filters, names } = props
  const rows: Name[][] = []
  for (const name of names) {
    const last = rows.at(-1)
    const before = last?.[0]
    const { kind } = filters[name]
    const fits = kind === 'choice' || kind === 'day'
    if (last?.length === 1 && before && fits && filters[before].kind === kind) last.push(name)
    else rows.push([name])
  }
  return rows.map((row) => (
    <Group grow align="start" key={row[0]}>
      {row.map((name) => (
        <FilterControl
          key={name}
          name={name}
          filter={filters[name]}
          values={props.values}
          onSet={props.onSet as Set}
          first={name === names[0]}
        />
      ))}
    </Group>
  ))
}
