import { limits } from '@deedbox/contract/limits.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../lib/api.ts'
import { dateText } from '../lib/format.ts'
import { useDeployment } from '../lib/session.ts'

type Option = { value: string; label: string }

/** Number of documents that the list shows without scrolling; typing finds others. */
const shown = 8

/** Picks one of the documents that the reader may see, by title, client, owner or file name; its value is the id. */
export function DocumentPicker(props: Omit<SelectProps, 'data' | 'searchable' | 'filter'>) {
  const { timeZone } = useDeployment()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Option | null>(null)
  // Search term, which is empty while the field shows the chosen document, so that the list offers all.
  const term = typed === chosen?.label ? '' : typed.slice(0, limits.text.search)
  const [search] = useDebouncedValue(term, 300)
  const { data, isError } = useQuery({
    queryKey: ['documents', 'picker', search],
    queryFn: async ({ signal }) =>
      (
        await call('GET /api/documents', {
          query: { search, status: 'with-archived', sort: 'title', direction: 'asc', limit: shown },
          signal,
        })
      ).documents,
    placeholderData: keepPreviousData,
  })
  const options = (data ?? []).map(
    ({ id, title, clientName, uploadedAt }): Option => ({
      value: id,
      label: [title, clientName, `uploaded ${dateText(uploadedAt, timeZone)}`].filter(Boolean).join(' · '),
    }),
  )
  // State: the chosen document is among the options, where it must stay while the search changes.
  const known = chosen === null || options.some(({ value }) => value === chosen.value)
  return (
    <Select
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the document' }}
      placeholder="Type a title, client or owner"
      nothingFoundMessage={isError ? screen.loadDocuments : 'No documents match'}
      maxDropdownHeight={360}
      openOnFocus={false}
      // Options unchanged, because the server has searched already.
      filter={({ options }) => options}
      data={known ? options : [chosen, ...options]}
      searchValue={typed}
      onSearchChange={setTyped}
      // List inside the dialog; outside it, one wider than a phone's screen would widen the page and move.
      comboboxProps={{
        withinPortal: false,
        attributes: { dropdown: { role: 'region', 'aria-label': 'Documents found' } },
      }}
      {...props}
      onChange={(value, option) => {
        setChosen(option && { value: String(option.value), label: option.label })
        props.onChange?.(value, option)
      }}
    />
  )
}
