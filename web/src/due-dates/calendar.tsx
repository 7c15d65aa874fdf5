import { type DueFilter, dueFilters, dueStatuses } from '@deedbox/contract/due-date-terms.ts'
import { choice } from '@deedbox/contract/filters.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Button, SegmentedControl } from '@mantine/core'
import { IconCalendarDue, IconCalendarPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useCallback, useState } from 'react'
import { call } from '../lib/api.ts'
import { keepsMatters, useUser } from '../lib/session.ts'
import { useAddressFilter } from '../lib/use-address-filter.ts'
import { useParam } from '../lib/use-param.ts'
import { FilterButton } from '../ui/filter-button.tsx'
import { FilterControls } from '../ui/filter-control.tsx'
import { FoundSelect } from '../ui/found-select.tsx'
import { MatterInput } from '../ui/matter-input.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { pageTitles } from '../ui/page-titles.ts'
import { SearchField } from '../ui/search-field.tsx'
import { EmptyState, NoMatch } from '../ui/states.tsx'
import classes from './due-dates.module.css'
import { DueDialog } from './due-dialog.tsx'
import { DueList } from './due-list.tsx'
import { Feed } from './feed.tsx'
import { Month } from './month.tsx'

const views = [
  { value: 'list', label: 'List' },
  { value: 'month', label: 'Month' },
]
const whose = [
  { value: 'all', label: 'Everybody’s' },
  { value: 'mine', label: 'Mine' },
]

const { open, ...settled } = dueStatuses
/** Filters of the calendar: what is settled is left out unless it is asked for. */
const filters = { ...dueFilters, dueStatus: choice('Status', { ...settled, every: 'All' }, open) }

/** Page /calendar: dates that fall due as a list or a month, with their filters. */
export function Calendar() {
  const user = useUser()
  const { id } = user
  const keeps = keepsMatters(user)
  const [adding, setAdding] = useState(false)
  const [view, setView] = useParam('view')
  const { filter, active, set, clear } = useAddressFilter(filters)
  const matterId = filter.matter ?? ''
  const { data: matter } = useQuery({
    queryKey: ['matters', 'one', matterId],
    queryFn: async ({ signal }) =>
      (await call('GET /api/matters/:matterId', { params: { matterId }, signal })).matter,
    enabled: matterId !== '',
  })
  const search = useCallback((text: string) => set('search', text), [set])
  const { dueStatus = 'open', ...others } = filter
  const asked: DueFilter = { ...others, dueStatus: dueStatus === 'every' ? 'all' : dueStatus }
  return (
    <>
      <PageHeader
        list
        {...pageTitles.calendar}
        actions={<Feed />}
        primary={
          keeps && (
            <Button
              leftSection={<IconCalendarPlus size={16} aria-hidden="true" />}
              onClick={() => setAdding(true)}
            >
              New date
            </Button>
          )
        }
      />
      <search className={classes.filters}>
        <SegmentedControl
          aria-label="How to see the dates"
          data={views}
          value={view === 'month' ? 'month' : 'list'}
          onChange={(value) => setView(value === 'list' ? '' : value)}
        />
        {/* Only those who keep matters are reminded of dates. */}
        {keeps && (
          <SegmentedControl
            aria-label="Whose dates"
            data={whose}
            value={filter.person === id ? 'mine' : 'all'}
            onChange={(value) => set('person', value === 'mine' ? id : '')}
          />
        )}
        <SearchField
          aria-label="Search what falls due"
          placeholder="Search title or clause"
          value={filter.search ?? ''}
          onSearch={search}
          className={classes.search ?? ''}
        />
        <FilterButton active={active} onClear={clear}>
          <FilterControls
            filters={filters}
            names={view === 'month' ? ['dueKind', 'dueStatus'] : ['dueKind', 'dueStatus', 'dueFrom', 'dueTo']}
            values={filter}
            onSet={set}
          />
          <MatterInput
            value={filter.matter ?? null}
            known={matter ?? null}
            onChange={(chosen) => set('matter', chosen ?? '')}
          />
          {keeps && (
            <Person
              value={filter.person ?? null}
              known={filter.person === id ? { id, name: user.name } : null}
              onChange={(person) => set('person', person ?? '')}
            />
          )}
        </FilterButton>
      </search>
      {view === 'month' ? (
        <Month filter={asked} />
      ) : (
        <DueList
          filter={asked}
          empty={
            active > 0 ? (
              <NoMatch title="No date matches" onClear={clear} />
            ) : (
              <EmptyState
                icon={IconCalendarDue}
                title="Nothing falls due"
                action={keeps && <Button onClick={() => setAdding(true)}>New date</Button>}
              >
                {keeps
                  ? 'Write down what falls due, here or on the page of a matter or of a document: stamping, reviews, vesting, meetings, distributions.'
                  : 'Dates of the matters and documents that you can open are listed here.'}
              </EmptyState>
            )
          }
        />
      )}
      {adding && <DueDialog of="asks" onClose={() => setAdding(false)} />}
    </>
  )
}

/** Picks one of the people who can be reminded. */
const Person = (props: Pick<ComponentProps<typeof FoundSelect>, 'value' | 'known' | 'onChange'>) => (
  <FoundSelect
    label={dueFilters.person.label}
    queryKey={['matters', 'offered', 'responsible']}
    things="people"
    failure={screen.loadData}
    placeholder="Type a name"
    clearButtonProps={{ 'aria-label': 'Clear the person' }}
    find={async (text, signal) =>
      (await call('GET /api/matters/offered', { query: { of: 'responsible', text }, signal })).found
    }
    {...props}
  />
)
