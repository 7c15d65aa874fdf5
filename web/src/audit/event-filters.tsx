import { auditEvents } from '@deedbox/contract/audit-events.ts'
import { auditGroups } from '@deedbox/contract/audit-groups.ts'
import type { EventFilter } from '@deedbox/contract/audit-trail.ts'
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ClientPicker } from '../ui/client-picker.tsx'
import { DayFilter } from '../ui/day-filter.tsx'
import { DocumentPicker } from '../ui/document-picker.tsx'
import { FilterButton } from '../ui/filter-button.tsx'
import type { FilterName } from './use-event-filter.ts'

const groups = [
  { value: '', label: 'All topics' },
  ...Object.entries(auditGroups).map(([value, { label }]) => ({ value, label })),
]
/** Lists the events of a topic, or all, each label once, because some events had a different name in the past. */
const eventsOf = (group: string | undefined) => [
  { value: '', label: 'All events' },
  ...Object.entries(auditEvents)
    .filter(([name, event]) => (!group || event.group === group) && !/^person_(un)?blocked$/.test(name))
    .map(([value, { label }]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label)),
]

/** The filters of the audit trail; every choice takes effect immediately. */
export function EventFilters(props: {
  filter: Partial<EventFilter>
  active: number
  onSet: (name: FilterName, value: string) => void
  onClear: () => void
}) {
  const { filter, onSet } = props
  const text = (name: 'person' | 'by' | 'owner' | 'address', label: string, description: string) => (
    <TextFilter
      label={label}
      description={description}
      value={filter[name] ?? ''}
      onChange={(value) => onSet(name, value)}
    />
  )
  return (
    <FilterButton active={props.active} onClear={props.onClear}>
      <NativeSelect
        label="Topic"
        data={groups}
        value={filter.group ?? ''}
        onChange={({ currentTarget: { value } }) => {
          onSet('event', '')
          onSet('group', value)
        }}
        data-autofocus
      />
      <NativeSelect
        label="Event"
        data={eventsOf(filter.group)}
        value={filter.event ?? ''}
        onChange={({ currentTarget: { value } }) => onSet('event', value)}
      />
      {text('person', 'Person', 'Whole email: what they did, and what was done for them.')}
      {text('by', 'Done by', 'Whole email: only what they did.')}
      {text('owner', 'Owner of the document', 'Whole email.')}
      <DocumentPicker
        label="Document"
        value={filter.document ?? null}
        known={filter.document ? { id: filter.document, name: 'One document' } : null}
        onChange={(id) => onSet('document', id ?? '')}
      />
      <ClientPicker
        label="Client"
        description="What happened to their documents."
        value={filter.client ?? null}
        known={filter.client ? { id: filter.client, name: filter.client } : null}
        onChange={(id) => onSet('client', id ?? '')}
      />
      {text('address', 'From the address', 'Whole IP address.')}
      <DayFilter
        label="From"
        value={filter.from ?? null}
        rule={{ kind: 'last' }}
        onChange={(day) => onSet('from', day ?? '')}
      />
      <DayFilter
        label="Until"
        value={filter.to ?? null}
        rule={{ kind: 'last' }}
        onChange={(day) => onSet('to', day ?? '')}
      />
      <Checkbox
        label="Each reading once, without the pages that were turned"
        checked={filter.pages === 'hidden'}
        onChange={({ currentTarget: { checked } }) => onSet('pages', checked ? 'hidden' : '')}
      />
    </FilterButton>
  )
}

/** Milliseconds to wait after typing before the list is filtered. */
const restMs = 400

function TextFilter(props: {
  label: string
  description: string
  value: string
  onChange: (value: string) => void
}) {
  const { value, onChange } = props
  const [typed, setTyped] = useState(value)
  const [followed, setFollowed] = useState(value)
  if (value !== followed) {
    // Change from elsewhere: the filters were cleared, or the person went back.
    setFollowed(value)
    if (typed.trim() !== value) setTyped(value)
  }
  useEffect(() => {
    if (typed.trim() === value) return
    const rest = setTimeout(() => onChange(typed.trim()), restMs)
    return () => clearTimeout(rest)
  }, [typed, value, onChange])
  return (
    <TextInput
      label={props.label}
      description={props.description}
      value={typed}
      autoComplete="off"
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  )
}
