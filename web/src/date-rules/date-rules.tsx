import { states } from '@deedbox/contract/australia.ts'
import type { DateRule } from '@deedbox/contract/date-rules.ts'
import { documentKindLabels } from '@deedbox/contract/document-kinds.ts'
import { dueKindLabels } from '@deedbox/contract/due-date-terms.ts'
import { matterKinds } from '@deedbox/contract/matter-terms.ts'
import { certainties, sourcedLabels } from '@deedbox/contract/sourced-terms.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../lib/api.ts'
import { dateText } from '../lib/format.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'
import { dayOfYearText } from './day-of-year.ts'
import { RuleDialog } from './rule-dialog.tsx'

const count = (n: number, one: string) => (n === 0 ? '' : `${n} ${n === 1 ? one : `${one}s`}`)

/** Says when a rule's date falls due: '3 months after a trust deed, executed in New South Wales'. */
function whenText({ monthDay, months, days, documentKinds, matterKinds: kinds, place }: DateRule): string {
  if (monthDay !== null)
    return `Every year on ${dayOfYearText(monthDay)}: ${kinds.map((kind) => matterKinds[kind]).join(', ')}`
  const after = [count(months, 'month'), count(days, 'day')].filter(Boolean).join(' and ') || 'On the day'
  const of = documentKinds.map((kind) => documentKindLabels[kind]).join(', ')
  return `${after} after: ${of}${place ? `, executed in ${states[place]}` : ''}`
}

/** Says from when until when a rule holds, where that is known. */
const validText = ({ validFrom, validTo }: DateRule): string[] =>
  [
    validFrom && `${sourcedLabels.validFrom} ${dateText(validFrom, 'UTC')}`,
    validTo && `${sourcedLabels.validTo} ${dateText(validTo, 'UTC')}`,
  ].filter((text) => text !== null)

const columnsOf = (onChange: (rule: DateRule) => void): Column<DateRule>[] => [
  {
    heading: 'What falls due',
    kind: 'main',
    cell: (rule) => <Stacked text={rule.title} small={`${dueKindLabels[rule.kind]} · ${whenText(rule)}`} />,
  },
  {
    heading: 'Act and source',
    width: '30%',
    cell: ({ act, source }) => <Stacked text={act || 'No section named'} small={source} />,
  },
  {
    heading: 'Certainty',
    width: '18rem',
    cell: (rule) => <Stacked text={certainties[rule.certainty]} small={validText(rule)} />,
  },
  {
    heading: 'Read on',
    width: '9rem',
    minor: true,
    cell: ({ readOn }) => (readOn ? <WhenStacked at={readOn} /> : '–'),
  },
  {
    heading: 'Actions',
    kind: 'actions',
    width: '6rem',
    cell: (rule) =>
      rule.can.edit && (
        <Button size="compact-sm" variant="subtle" onClick={() => onChange(rule)}>
          Change<VisuallyHidden> the rule {rule.title}</VisuallyHidden>
        </Button>
      ),
  },
]

/** All rules by which dates are proposed. */
export function DateRules() {
  const [chosen, setChosen] = useState<DateRule | 'new' | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['settings', 'date-rules'],
    queryFn: ({ signal }) => call('GET /api/date-rules', { signal }),
  })
  if (error && !data) return <ErrorState title="Failed to load the rules" error={error} onRetry={refetch} />
  return (
    <>
      <Button variant="default" mb="md" onClick={() => setChosen('new')}>
        New rule
      </Button>
      {data?.rules.length === 0 ? (
        <EmptyState icon={IconScale} title="No rules yet">
          Rules propose dates for deeds and trusts. Each names its Act and how certain it is.
        </EmptyState>
      ) : (
        <DataTable
          label="Rules for dates"
          columns={columnsOf(setChosen)}
          rows={data?.rules}
          rowKey={({ id }) => id}
        />
      )}
      {chosen && <RuleDialog rule={chosen === 'new' ? null : chosen} onClose={() => setChosen(null)} />}
    </>
  )
}
