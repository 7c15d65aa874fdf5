import { limits } from '@deedbox/contract/limits.ts'
import { Button, Loader, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, messageOf } from '../../lib/api.ts'
import { isRefusal } from './view.ts'
import classes from './viewer.module.css'

/** Searches the whole document and links to the pages with hits. Every search is recorded, so it waits for Enter. */
export function FindPanel(props: {
  documentId: string
  page: number
  find: string
  onFind: (text: string) => void
  onPage: (page: number) => void
  onRefused: (error: unknown) => void
}) {
  const { documentId, find, onRefused } = props
  const [text, setText] = useState(find)
  const search = useQuery({
    queryKey: ['viewer', documentId, 'search', find],
    queryFn: async ({ signal }) => {
      const { hits } = await call('GET /api/documents/:documentId/search', {
        params: { documentId },
        query: { text: find },
        signal,
      })
      return hits
    },
    enabled: find !== '',
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const refusal = isRefusal(search.error) ? search.error : null
  useEffect(() => {
    if (refusal) onRefused(refusal)
  }, [refusal, onRefused])
  const hits = search.data ?? []

  return (
    <search className={classes.find}>
      <form
        className={classes.findForm}
        onSubmit={(event) => {
          event.preventDefault()
          props.onFind(text.trim())
        }}
      >
        <TextInput
          type="search"
          aria-label="Search in this document"
          placeholder="Search in this document"
          maxLength={limits.text.search}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autoFocus
        />
        <Button type="submit" variant="default">
          Search
        </Button>
      </form>
      <p className={classes.findCount} role="status">
        {find !== '' && search.data && summary(hits)}
        {search.error && !refusal && messageOf(search.error)}
      </p>
      {search.isFetching && <Loader size="sm" role="status" aria-label="Searching" />}
      <ul className={classes.hits}>
        {hits.map((hit) => (
          <li key={hit.page}>
            <UnstyledButton
              className={classes.hit}
              aria-current={hit.page === props.page ? 'page' : undefined}
              onClick={() => props.onPage(hit.page)}
            >
              <strong>
                Page {hit.page}
                {hit.count > 1 && ` · ${hit.count} times`}
              </strong>
              <span>{hit.excerpt}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </search>
  )
}

function summary(hits: { count: number }[]): string {
  const times = hits.reduce((sum, { count }) => sum + count, 0)
  if (times === 0) return 'Not found in this document'
  return `Found ${times === 1 ? 'once' : `${times} times`} on ${hits.length === 1 ? 'one page' : `${hits.length} pages`}`
}
