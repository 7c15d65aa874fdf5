import { Loader, Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../lib/api.ts'

const shown = 20

/** Picks one of the documents that the reader may see, by title, client, owner or file name; its value is the id. */
export function DocumentPicker({
  search: first = '',
  ...rest
}: Omit<SelectProps, 'data' | 'searchable' | 'filter'> & { search?: string }) {
  const [typed, setTyped] = useState(first)
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  // The chosen one stands in the field as what is typed; then it is all documents that can be chosen instead.
  const [search] = useDebouncedValue(typed === chosen?.label ? '' : typed, 300)
  const { data, isFetching, isError } = useQuery({
    queryKey: ['documents', 'picker', search],
    queryFn: async ({ signal }) =>
      (
        await call('GET /api/documents', {
          query: { search, sort: 'title', direction: 'asc', limit: shown },
          signal,
        })
      ).documents,
    placeholderData: keepPreviousData,
  })
  const found =
    data?.map(({ id, title, clientName }) => ({
      value: id,
      label: clientName ? `${title} · ${clientName}` : title,
    })) ?? []
  // The chosen one stays known while something else is looked for.
  const options = chosen && !found.some(({ value }) => value === chosen.value) ? [chosen, ...found] : found
  return (
    <Select
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the document' }}
      placeholder="Type a title, client or owner"
      nothingFoundMessage={isError ? 'Failed to load documents' : 'No documents match'}
      maxDropdownHeight={260}
      // The server has looked already.
      filter={({ options }) => options}
      data={options}
      searchValue={typed}
      onSearchChange={setTyped}
      rightSection={isFetching ? <Loader size="xs" /> : undefined}
      {...rest}
      onChange={(value, option) => {
        setChosen(option && { value: String(option.value), label: option.label })
        rest.onChange?.(value, option)
      }}
    />
  )
}
