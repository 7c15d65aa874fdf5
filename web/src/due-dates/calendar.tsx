import { dueFilters } from '@deedbox/contract/due-date-terms.ts'
import { Button, SegmentedControl } from '@mantine/core'
import { IconCalendarDue } from '@tabler/icons-react'
import { useCallback } from 'react'
import { useUser } from '../lib/session.ts'
import { useAddressFilter } from '../lib/use-address-filter.ts'
import { useParam } from '../lib/use-param.ts'
import { FilterButton } from '../ui/filter-button.tsx'
import { FilterControls } from '../ui/filter-control.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { EmptyState } from '../ui/states.tsx'
import classes from './due-dates.module.css'
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

/** What falls due as a list or a month, with its filters. What is done is left out unless it is asked for. */
export function Calendar() {
  const { id } = useUser()
  const [view, setView] = useParam('view')
  const { filter, active, set, clear } = useAddressFilter(dueFilters)
  const search = useCallback((text: string) => set('search', text), [set])
  const asked = { ...filter, dueStatus: filter.dueStatus ?? ('open' as const) }
  return (
    <>
      <search className={classes.filters}>
        <SegmentedControl
          aria-label="How to see the dates"
          data={views}
          value={view === 'month' ? 'month' : 'list'}
          onChange={(value) => setView(value === 'list' ? '' : value)}
        />
        <SegmentedControl
          aria-label="Whose dates"
          data={whose}
          value={filter.person === id ? 'mine' : 'all'}
          onChange={(value) => set('person', value === 'mine' ? id : '')}
        />
        <SearchField
          aria-label="Search what falls due"
          placeholder="Search title or clause"
          value={filter.search ?? ''}
          onSearch={search}
          className={classes.search ?? ''}
        />
        <Feed />
        <FilterButton active={active} onClear={clear}>
          <FilterControls
            filters={dueFilters}
            names={view === 'month' ? ['dueKind', 'dueStatus'] : ['dueKind', 'dueStatus', 'dueFrom', 'dueTo']}
            values={filter}
            onSet={set}
          />
        </FilterButton>
      </search>
      {view === 'month' ? (
        <Month filter={asked} />
      ) : (
        <DueList
          filter={asked}
          empty={
            <EmptyState
              icon={IconCalendarDue}
              title={active > 0 ? 'No date matches' : 'Nothing falls due'}
              action={
                active > 0 && (
                  <Button variant="default" onClick={clear}>
                    Clear filters
                  </Button>
                )
              }
            >
              {active > 0
                ? 'No date matches this search and these filters.'
                : 'Write down what falls due on the page of a matter or of a document: stamping, reviews, vesting, meetings, distributions.'}
            </EmptyState>
          }
        />
      )}
    </>
  )
}
