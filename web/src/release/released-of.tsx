import { accessLevelLabels } from '@deedbox/contract/document-terms.ts'
import { releaseEnds } from '@deedbox/contract/release-terms.ts'
import { Anchor } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type Answer, call } from '../lib/api.ts'
import { Fact, Facts } from '../ui/facts.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { When } from '../ui/when.tsx'
import classes from './release.module.css'

type Row = Answer<'GET /api/released'>['released'][number]

/** Subject of the access that releases gave: oneself, or a document, a matter or a client. */
type Of = 'own' | { document: string } | { matter: string } | { client: string }

/** Access that was given by releases, under its own heading: nothing where there is none. */
export function ReleasedOf({ of }: { of: Of }) {
  const list = useInfiniteQuery({
    queryKey: ['released', of],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/released', {
        query: {
          ...(of === 'own' ? { scope: 'own' as const } : { scope: 'handled' as const, ...of }),
          ...(pageParam ? { cursor: pageParam } : {}),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }: Answer<'GET /api/released'>) => nextCursor,
    placeholderData: keepPreviousData,
    // Milliseconds after which access that begins or ends while the page is open shows.
    refetchInterval: 60_000,
  })
  const rows = list.data?.pages.flatMap(({ released }) => released)
  if (rows?.length === 0 || (!rows && !list.error)) return null
  return (
    <section className={classes.released} aria-label="By a release">
      <h3 className={classes.heading}>By a release</h3>
      <PagedList list={list} rows={rows} failure="Failed to load releases" empty={null} more="needed">
        <ul className={classes.list}>
          {rows?.map((row) => (
            <li key={row.id} className={classes.one}>
              <One row={row} own={of === 'own'} titles={of === 'own' || !('document' in of)} />
            </li>
          ))}
        </ul>
      </PagedList>
    </section>
  )
}

function One({ row, own, titles }: { row: Row; own: boolean; titles: boolean }) {
  const { over } = row
  return (
    <Facts>
      <Fact name={own ? 'Papers of' : 'Who'}>{own ? row.whose : `${row.name}, ${row.email}`}</Fact>
      {titles && (
        <Fact name="Documents">
          <ul className={classes.people}>
            {row.documents.map(({ id, title }) => (
              <li key={id}>
                <Anchor component={Link} to={`/documents/${id}`}>
                  {title}
                </Anchor>
              </li>
            ))}
            {row.more > 0 && <li>and {row.more} more</li>}
          </ul>
        </Fact>
      )}
      <Fact name="Level">{accessLevelLabels[row.accessLevel]}</Fact>
      <Fact name="Since">
        <When at={row.begins} />
      </Fact>
      {over ? (
        <Fact name={releaseEnds[over.how]}>
          <When at={over.at} />, by {over.by}
          {over.reason && `: ${over.reason}`}
        </Fact>
      ) : (
        <Fact name="Until">
          <When at={row.ends} />
        </Fact>
      )}
    </Facts>
  )
}
