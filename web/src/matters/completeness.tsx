import type { Lead } from '@deedbox/contract/completeness.ts'
import type { Matter } from '@deedbox/contract/matters.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Anchor } from '@mantine/core'
import { IconCircleCheck, IconListCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type Answer, call } from '../lib/api.ts'
import { useKeptFocus } from '../ui/kept-focus.ts'
import { ErrorState } from '../ui/states.tsx'
import classes from './matters.module.css'

/** Places that open a dialog of this page. */
export type Opens = Exclude<Lead, { to: 'upload' | 'document' }>

/** Figure of completeness of a matter; each missing thing leads to where it is entered. */
export function Completeness({ matter, onOpen }: { matter: Matter; onOpen: (lead: Opens) => void }) {
  const { id: matterId } = matter
  const { data, error, refetch } = useQuery({
    queryKey: ['matters', 'completeness', matterId],
    queryFn: ({ signal }) =>
      call('GET /api/matters/:matterId/completeness', { params: { matterId }, signal }),
  })
  const list = useKeptFocus<HTMLUListElement>()
  if (!data) return error && <ErrorState title={screen.loadData} error={error} onRetry={refetch} />
  const { of, missing } = data
  if (missing.length === 0)
    return (
      <p className={classes.complete}>
        <IconCircleCheck size={18} aria-hidden="true" />
        <span>
          Complete: {of} of {of} things that are asked for are recorded.
        </span>
      </p>
    )
  return (
    <section className={classes.incomplete} aria-label="Completeness">
      <IconListCheck size={18} aria-hidden="true" />
      <h2>
        {of - missing.length} of {of} recorded
      </h2>
      <span>Missing:</span>
      <ul ref={list}>
        {missing.map(({ what, lead }) => (
          <li key={what}>
            <Missing what={what} lead={lead} matterId={matterId} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Missing(props: {
  what: string
  lead: Answer<'GET /api/matters/:matterId/completeness'>['missing'][number]['lead']
  matterId: string
  onOpen: (lead: Opens) => void
}) {
  const { what, lead, onOpen } = props
  if (lead.to === 'upload')
    return (
      <Anchor component={Link} to={`/documents/upload?matter=${props.matterId}&kind=${lead.kind}`}>
        {what}
      </Anchor>
    )
  if (lead.to === 'document')
    return (
      <Anchor component={Link} to={`/documents/${lead.id}`} state={{ correct: true }} title={lead.title}>
        {what}
      </Anchor>
    )
  return (
    <Anchor component="button" type="button" ta="start" onClick={() => onOpen(lead)}>
      {what}
    </Anchor>
  )
}
