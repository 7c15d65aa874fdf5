import { countText } from '@deedbox/contract/counts.ts'
import {
  type CheckedHealth,
  type HealthHistory,
  type HealthState,
  healthLabels,
} from '@deedbox/contract/system.ts'
import { Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconHelpCircle, IconX } from '@tabler/icons-react'
import { dateText } from '../lib/format.ts'
import { useDeployment } from '../lib/session.ts'
import { type Bar, BarChart, type Series } from '../ui/bar-chart.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { When } from '../ui/when.tsx'
import { minutesText, stateLabels, workedText } from './health-texts.ts'
import classes from './system.module.css'

const badges = {
  good: { tone: 'good', icon: IconCircleCheck },
  warning: { tone: 'warning', icon: IconAlertTriangle },
  bad: { tone: 'bad', icon: IconX },
  unknown: { tone: 'quiet', icon: IconHelpCircle },
} as const satisfies Record<HealthState, object>

/** A part: its state now, what to do, and its last 30 days. `history` is undefined while it loads, null if there is none. */
export function HealthCard(props: { found: CheckedHealth; history: HealthHistory | null | undefined }) {
  const { check, state, message, ms } = props.found
  const name = healthLabels[check]
  return (
    <section className={classes.check} aria-label={name}>
      <div className={classes.head}>
        <h2>{name}</h2>
        <StatusBadge {...badges[state]}>{stateLabels[state]}</StatusBadge>
      </div>
      <p className={classes.message}>{message}</p>
      <p className={classes.small}>
        Checked in {countText(ms)} ms
        {props.history && `, ${countText(props.history.averageMs)} ms on average`}
      </p>
      {props.history === undefined ? (
        <Skeleton height={150} />
      ) : (
        <History name={name} history={props.history} />
      )}
    </section>
  )
}

const series: readonly Series[] = [
  { name: 'Worked', tone: 'good' },
  { name: 'Needed attention', tone: 'warning' },
  { name: 'Did not work', tone: 'bad' },
]

function History({ name, history }: { name: string; history: HealthHistory | null }) {
  const { timeZone } = useDeployment()
  if (!history) return <p className={classes.small}>The first check for the chart runs within 5 minutes.</p>
  const { lastProblem } = history
  return (
    <>
      <BarChart
        plain
        title={`${name}: the last 30 days`}
        unit="Day"
        series={series}
        emptyText="Not known in the last 30 days."
        summary={workedText(history, dateText(history.since, timeZone))}
        scale={{ end: 1_440, label: '24 h' }}
        valueText={minutesText}
        bars={history.days.map(
          ({ day, good, warning, bad }): Bar => ({
            key: day,
            short: dateText(day, timeZone).replace(/ \d{4}$/, ''),
            label: dateText(day, timeZone),
            values: [good, warning, bad],
          }),
        )}
      />
      {lastProblem && (
        <p className={classes.small}>
          Last problem: <When at={lastProblem.at} />. {lastProblem.message}
        </p>
      )}
    </>
  )
}
