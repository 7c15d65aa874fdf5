import { limits } from '@deedbox/contract/limits.ts'
import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

export type Found = { id: string; name: string }

/**
 * Props of a field's list. It is inside the dialog or the popover, as one outside and wider than a phone's screen would widen the page and move; fixed, as a
 * small dialog would cut it or have its title above it.
 */
export const listOf = (name: string) =>
  ({
    withinPortal: false,
    floatingStrategy: 'fixed',
    attributes: { dropdown: { role: 'region', 'aria-label': name } },
  }) as const

/** Picks one of very many things, which the server finds while the person types; its value is the id. `known` names a value that comes from elsewhere. */
export function FoundSelect(
  props: Omit<SelectProps, 'data' | 'searchable' | 'filter' | 'value' | 'onChange'> & {
    /** Begin of the keys of its queries. */
    queryKey: readonly string[]
    find: (text: string, signal: AbortSignal) => Promise<Found[]>
    /** The things in words, as in 'Documents found'. */
    things: string
    failure: string
    known?: Found | null | undefined
    value?: string | null
    onChange?: (id: string | null, name: string) => void
  },
) {
  const { queryKey, find, things, failure, known = null, value, onChange, ...rest } = props
  const [picked, setPicked] = useState<Found | null>(null)
  const [typed, setTyped] = useState('')
  const [used, setUsed] = useState(false)
  const chosen = value
    ? ([picked, known].find((one) => one?.id === value) ?? { id: value, name: 'Chosen' })
    : null
  // Search term, which is empty while the field shows the chosen thing, so that the list offers all.
  const term = typed === chosen?.name ? '' : typed.slice(0, limits.text.search)
  const [text] = useDebouncedValue(term, 300)
  const { data, isError, isFetching } = useQuery({
    queryKey: [...queryKey, text],
    queryFn: ({ signal }) => find(text, signal),
    // Things are fetched once somebody is in the field.
    enabled: used,
    placeholderData: keepPreviousData,
  })
  const found = data ?? []
  // State: the chosen thing is among the options, where it must stay while the search changes.
  const isThere = chosen === null || found.some(({ id }) => id === chosen.id)
  const options = (isThere ? found : [chosen, ...found]).map(({ id, name }) => ({ value: id, label: name }))
  const choose = (id: string | null, name: string) => {
    setPicked(id === null ? null : { id, name })
    onChange?.(id, name)
  }
  return (
    <Select
      searchable
      clearable
      nothingFoundMessage={isError ? failure : isFetching ? 'Searching' : `No ${things} match`}
      maxDropdownHeight={360}
      openOnFocus={false}
      // Options unchanged, because the server has searched already.
      filter={({ options }) => options}
      data={options}
      searchValue={typed}
      onSearchChange={(next) => {
        setTyped(next)
        // Emptied by hand, as the button that clears is for the pointer only.
        if (next === '' && chosen) choose(null, '')
      }}
      comboboxProps={listOf(`${things[0]?.toUpperCase()}${things.slice(1)} found`)}
      {...rest}
      value={value || null}
      onFocus={(event) => {
        setUsed(true)
        rest.onFocus?.(event)
      }}
      onChange={(id, option: { label: string } | null) => choose(id, option?.label ?? '')}
    />
  )
}
