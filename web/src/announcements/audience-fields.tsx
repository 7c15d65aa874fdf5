import type { AudienceKind } from '@deedbox/contract/announcement-terms.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { type Role, roleLabel, roles } from '@deedbox/contract/permissions.ts'
import { MultiSelect, NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../lib/api.ts'
import { type People, PeopleInput } from '../ui/people-input.tsx'

const kinds: Record<AudienceKind, string> = {
  everybody: 'Everybody with an account',
  roles: 'People by role',
  organizations: 'People by organisation',
  people: 'Chosen people',
  documents: 'Owners of documents, and those with access to them',
}

/** An organisation or a document, with its name. */
export type Chosen = { id: string; name: string }
export type AudienceValues = {
  kind: AudienceKind
  roles: Role[]
  organizations: Chosen[]
  people: People
  documents: Chosen[]
}

/** Fields for the audience of an announcement. Choices for another kind of audience stay, but are not sent. */
export function AudienceFields(props: {
  values: AudienceValues
  // biome-ignore lint/suspicious/noExplicitAny: the form's own type of the props of a field
  inputProps: (name: keyof AudienceValues) => any
}) {
  const { values, inputProps } = props
  return (
    <>
      <NativeSelect
        label="To"
        data={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
        {...inputProps('kind')}
      />
      {values.kind === 'roles' && (
        <MultiSelect
          label="Roles"
          withAsterisk
          data={roles.map((value) => ({ value, label: roleLabel(value) }))}
          {...inputProps('roles')}
        />
      )}
      {values.kind === 'organizations' && (
        <ChooseNamed
          label="Organisations"
          max={limits.announcement.organizations}
          find={async (search, signal) => {
            const { organizations } = await call('GET /api/organizations', { query: { search }, signal })
            return organizations
          }}
          {...inputProps('organizations')}
        />
      )}
      {values.kind === 'people' && <PeopleInput label="People" {...inputProps('people')} />}
      {values.kind === 'documents' && (
        <ChooseNamed
          label="Documents"
          max={limits.announcement.documents}
          find={async (search, signal) => {
            const { documents } = await call('GET /api/documents', { query: { search }, signal })
            return documents.map(({ id, title }) => ({ id, name: title }))
          }}
          {...inputProps('documents')}
        />
      )}
    </>
  )
}

/** Field that chooses several objects by name; the server searches for the typed text. */
function ChooseNamed(props: {
  label: string
  max: number
  find: (search: string, signal: AbortSignal) => Promise<Chosen[]>
  value: Chosen[]
  onChange: (value: Chosen[]) => void
  error?: string
  'data-path'?: string
}) {
  const { label, find, value, onChange, ...rest } = props
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 150)
  const { data = [] } = useQuery({
    queryKey: [label.toLowerCase(), 'to-announce', search],
    queryFn: ({ signal }) => find(search, signal),
    placeholderData: keepPreviousData,
  })
  const known = new Map([...value, ...data].map((one) => [one.id, one]))
  return (
    <MultiSelect
      label={label}
      withAsterisk
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage="Nothing matches"
      maxValues={props.max}
      // Options unchanged, because the server has searched and ordered them already.
      filter={({ options }) => options}
      data={Array.from(known.values(), ({ id, name }) => ({ value: id, label: name }))}
      value={value.map(({ id }) => id)}
      onChange={(ids) => onChange(ids.flatMap((id) => known.get(id) ?? []))}
      {...(rest.error ? { error: rest.error } : {})}
      {...(rest['data-path'] ? { 'data-path': rest['data-path'] } : {})}
    />
  )
}
