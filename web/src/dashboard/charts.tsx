import { Skeleton } from '@mantine/core'
import type { Answer } from '../lib/api.ts'
import { type Bar, BarChart } from '../ui/bar-chart.tsx'
import classes from './dashboard.module.css'

type Figures = Answer<'GET /api/dashboard/trustee'>

const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat('en-AU', { ...options, timeZone: 'UTC' })
  return (day: string) => formatter.format(new Date(day))
}
const monthShort = format({ month: 'short' })
const monthLong = format({ month: 'long', year: 'numeric' })
const dayShort = format({ day: 'numeric', month: 'short' })
const dayLong = format({ day: 'numeric', month: 'short', year: 'numeric' })

/** Charts of documents that expire over the next 12 months, and of openings over the last 30 days. */
export function Charts({ figures }: { figures: Figures | undefined }) {
  if (!figures)
    return (
      <div className={classes.charts}>
        <Skeleton height={290} radius="md" />
        <Skeleton height={290} radius="md" />
      </div>
    )
  return (
    <div className={classes.charts}>
      <BarChart
        title="Expiries over the next 12 months"
        unit="Month"
        series={[
          { name: 'Documents', tone: 'brass' },
          { name: 'Access', tone: 'eucalyptus' },
        ]}
        emptyText="Nothing expires in the next 12 months."
        bars={figures.expiriesByMonth.map(
          ({ month, documents, grants }): Bar => ({
            key: month,
            short: monthShort(month),
            label: monthLong(month),
            values: [documents, grants],
          }),
        )}
      />
      <BarChart
        title="Accesses over the last 30 days"
        unit="Day"
        series={[
          { name: 'Viewed', tone: 'brass' },
          { name: 'Downloaded', tone: 'eucalyptus' },
        ]}
        emptyText="Nobody has opened a document in the last 30 days."
        bars={figures.accessesByDay.map(
          ({ day, viewed, downloaded }): Bar => ({
            key: day,
            short: dayShort(day),
            label: dayLong(day),
            values: [viewed, downloaded],
          }),
        )}
      />
    </div>
  )
}
