import { limits } from '@deedbox/contract/limits.ts'
import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../lib/api.ts'

/** The name of a client: clients of documents that the person may see are suggested, and any other name may be typed. */
export function ClientInput(props: Omit<AutocompleteProps, 'data' | 'filter' | 'value'> & { value: string }) {
  const [used, setUsed] = useState(false)
  const [text] = useDebouncedValue(props.value, 150)
  const { data } = useQuery({
    queryKey: ['clients', 'suggested', text],
    queryFn: ({ signal }) => call('GET /api/clients', { query: { text }, signal }),
    // Suggestions are fetched once somebody is in the field, as a page may have three hundred of them.
    enabled: used,
    placeholderData: keepPreviousData,
  })
  // Suggestions, without the name that is typed already.
  const names = (data?.names ?? []).filter((name) => name !== props.value)
  return (
    <Autocomplete
      label="Client"
      maxLength={limits.text.client}
      {...props}
      data={names}
      filter={({ options }) => options}
      onFocus={(event) => {
        setUsed(true)
        props.onFocus?.(event)
      }}
    />
  )
}
