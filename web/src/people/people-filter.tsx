import { states } from '@deedbox/contract/australia.ts'
import type { PeopleFilter } from '@deedbox/contract/people.ts'
import { personStatuses, signInPeriods } from '@deedbox/contract/people-terms.ts'
import { roleShortLabel, roles } from '@deedbox/contract/permissions.ts'
import { NativeSelect, Select } from '@mantine/core'
import { useState } from 'react'
import { holds, useUser } from '../lib/session.ts'
import { FilterButton, insidePopover, type Order } from '../ui/filter-button.tsx'
import { useOrganizationNames } from './organization-names.ts'
import type { FilterName } from './use-people-filter.ts'

const choices = (all: string, table: Record<string, string>) => [
  { value: '', label: all },
  ...Object.entries(table).map(([value, label]) => ({ value, label })),
]

const periods = choices('Any time', signInPeriods)
const statuses = choices('Any status', personStatuses)
const allRoles = choices('All roles', Object.fromEntries(roles.map((role) => [role, roleShortLabel(role)])))

/** The filters of a list of people; every choice takes effect immediately. */
export function PeopleFilters(props: {
  filter: PeopleFilter
  active: number
  order: Order
  onSet: (name: FilterName, value: string) => void
  onClear: () => void
}) {
  const { filter, onSet } = props
  const everyone = holds(useUser(), 'canManageSystem')
  const field = (name: FilterName) => ({
    value: filter[name] ?? '',
    onChange: (event: { currentTarget: { value: string } }) => onSet(name, event.currentTarget.value),
  })
  return (
    <FilterButton active={props.active} onClear={props.onClear} order={props.order}>
      <NativeSelect label="Role" data={allRoles} {...field('role')} data-autofocus />
      <NativeSelect label="Status" data={statuses} {...field('status')} />
      <NativeSelect label="Signed in" data={periods} {...field('signedIn')} />
      <NativeSelect label="State" data={statesWith(filter.state)} {...field('state')} />
      {everyone && (
        <OrganizationFilter
          value={filter.organization ?? ''}
          onChange={(name) => onSet('organization', name)}
        />
      )}
    </FilterButton>
  )
}

/** Lists the states, and one in the address even if it is not Australian. */
const statesWith = (chosen: string | undefined) =>
  choices('All states', { ...states, ...(chosen && !Object.hasOwn(states, chosen) && { [chosen]: chosen }) })

function OrganizationFilter({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const [typed, setTyped] = useState(value)
  const names = useOrganizationNames(typed === value ? '' : typed)
  return (
    <Select
      label="Organisation"
      placeholder="All organisations"
      data={[...new Set([...(value ? [value] : []), ...names])]}
      // Options unchanged, because the server has filtered them already, by words in any order.
      filter={({ options }) => options}
      value={value || null}
      onChange={(name) => onChange(name ?? '')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the organisation' }}
      onSearchChange={setTyped}
      nothingFoundMessage="No organisation matches"
      comboboxProps={insidePopover}
    />
  )
}
