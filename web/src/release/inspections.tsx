import { accessLevelLabels } from '@deedbox/contract/document-terms.ts'
import { type InspectionRefusal, inspectionRefusals } from '@deedbox/contract/inspection-terms.ts'
import { certainties } from '@deedbox/contract/sourced-terms.ts'
import { Anchor, Button, Group, SegmentedControl } from '@mantine/core'
import { IconCircleCheck, IconCircleOff, IconHourglass, IconZoomCheck } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { type Answer, call } from '../lib/api.ts'
import { dateText } from '../lib/format.ts'
import { useParam } from '../lib/use-param.ts'
import { Fact, Facts } from '../ui/facts.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { EmptyState } from '../ui/states.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { When } from '../ui/when.tsx'
import { GiveDialog, RefuseDialog } from './decide-dialogs.tsx'
import { EntitledList } from './entitled-list.tsx'
import classes from './release.module.css'

export type InspectionRow = Answer<'GET /api/inspections'>['inspections'][number]

const choices = [
  { value: 'open', label: 'To decide' },
  { value: 'decided', label: 'Decided' },
  { value: 'all', label: 'All' },
] as const

/** Requests to inspect a will, and who may ask by law. */
export function Inspections() {
  const [param, setStatus] = useParam('status')
  const status = choices.find(({ value }) => value === param)?.value ?? 'open'
  const list = useInfiniteQuery({
    queryKey: ['inspections', status],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/inspections', {
        query: { status, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }: Answer<'GET /api/inspections'>) => nextCursor,
    placeholderData: keepPreviousData,
  })
  const rows = list.data?.pages.flatMap(({ inspections }) => inspections)
  return (
    <>
      <SegmentedControl
        aria-label="Which requests"
        mb="md"
        data={[...choices]}
        value={status}
        onChange={(value) => setStatus(value === 'open' ? '' : value)}
      />
      <PagedList
        list={list}
        rows={rows}
        failure="Failed to load requests to inspect"
        more="needed"
        empty={
          <EmptyState icon={IconZoomCheck} title={status === 'open' ? 'Nothing to decide' : 'Nothing here'}>
            After a death, anybody may ask on a public page to inspect a will. They are never told what you
            keep.
          </EmptyState>
        }
      >
        <ul className={classes.list}>
          {rows?.map((one) => (
            <li key={one.id} className={classes.one}>
              <One inspection={one} />
            </li>
          ))}
        </ul>
      </PagedList>
      <section className={classes.after} aria-labelledby="entitled">
        <h2 id="entitled">Who may ask by law</h2>
        <EntitledList />
      </section>
    </>
  )
}

function One({ inspection }: { inspection: InspectionRow }) {
  const { name, email, phone, deceased, diedOn, ground, decided } = inspection
  const [deciding, setDeciding] = useState<'give' | 'refuse' | null>(null)
  const close = () => setDeciding(null)
  return (
    <>
      <div className={classes.head}>
        <h2>Will of {deceased}</h2>
        {!decided ? (
          <StatusBadge tone="warning" icon={IconHourglass}>
            To decide
          </StatusBadge>
        ) : (
          <StatusBadge
            tone={decided.refusal ? 'quiet' : 'good'}
            icon={decided.refusal ? IconCircleOff : IconCircleCheck}
          >
            {decided.refusal ? 'Refused' : 'Given'}
          </StatusBadge>
        )}
      </div>
      <Facts>
        <Fact name="Asked by">{[name, email, phone].filter(Boolean).join(', ')}</Fact>
        <Fact name="Asked">
          <When at={inspection.createdAt} />
        </Fact>
        {diedOn && (
          <Fact name="Died">
            <When at={diedOn} />
          </Fact>
        )}
        <Fact name="Ground">
          {ground.title} · {[ground.act, certainties[ground.certainty]].filter(Boolean).join(' · ')}
        </Fact>
      </Facts>
      <p className={classes.quote}>{inspection.message}</p>
      {inspection.evidence.map((one) => (
        <p key={one.id}>
          <Anchor component={Link} to={`/documents/${one.id}`}>
            {one.title}
          </Anchor>
        </p>
      ))}
      {decided && (
        <div className={classes.run}>
          <p>
            {decided.by} decided <When at={decided.at} />
            {decided.refusal && `: ${inspectionRefusals[decided.refusal as InspectionRefusal]}`}
          </p>
          {decided.accessLevel && decided.expiresOn && (
            <p>
              {accessLevelLabels[decided.accessLevel]}, until the end of {dateText(decided.expiresOn, 'UTC')}
            </p>
          )}
          {decided.documents.map((one) => (
            <p key={one.id}>
              <Anchor component={Link} to={`/documents/${one.id}`}>
                {one.title}
              </Anchor>
            </p>
          ))}
          {decided.note && <p className={classes.small}>{decided.note}</p>}
        </div>
      )}
      {!decided && (
        <Group mt="md" gap="xs">
          <Button onClick={() => setDeciding('give')}>Let them inspect</Button>
          <Button variant="default" onClick={() => setDeciding('refuse')}>
            Refuse
          </Button>
        </Group>
      )}
      {deciding === 'give' && <GiveDialog inspection={inspection} onClose={close} />}
      {deciding === 'refuse' && <RefuseDialog inspection={inspection} onClose={close} />}
    </>
  )
}
