import { countText } from '@deedbox/contract/counts.ts'
import { useId } from 'react'
import classes from './bar-chart.module.css'

/** A series. `tone` is its colour, with its own pattern or edge, so that no two differ by colour alone. */
export type Series = { name: string; tone: 'brass' | 'eucalyptus' | 'good' | 'warning' | 'bad' }

export type Bar = {
  key: string
  /** Label below the bar, where there is room for it. */
  short: string
  /** Label in the table and the summary. */
  label: string
  /** Values, one for each series. */
  values: readonly number[]
}

const sum = ({ values }: Bar) => values.reduce((all, value) => all + value, 0)

/** Returns the end of the scale: the next round number, which is 1, 2 or 5 times a power of ten. */
export function scaleOf(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(highest, 1)))
  return [1, 2, 5, 10].map((step) => step * power).find((end) => end >= highest) ?? highest
}

/** Says the totals, and the bar with the most. */
export function summaryOf(unit: 'Month' | 'Day', series: readonly Series[], bars: Bar[]): string {
  const totals = series.map(
    ({ name }, index) =>
      `${name}: ${countText(bars.reduce((all, { values }) => all + (values[index] ?? 0), 0))}`,
  )
  const most = bars.reduce<Bar | undefined>(
    (top, bar) => (top && sum(top) >= sum(bar) ? top : bar),
    undefined,
  )
  return `${totals.join(', ')}. Most ${unit === 'Day' ? 'on' : 'in'} ${most?.label}: ${countText(most ? sum(most) : 0)}.`
}

/**
 * Series as stacked bars. A sentence and a table give the same figures, so the bars are hidden from screen readers.
 */
export function BarChart(props: {
  title: string
  /** Period that one bar covers. */
  unit: 'Month' | 'Day'
  series: readonly Series[]
  bars: Bar[]
  /** Text shown instead when all values are 0. */
  emptyText: string
  /** Summary instead of the totals. */
  summary?: string
  /** End of the scale, if not the next round number. */
  scale?: { end: number; label: string }
  /** Writes a value in the table and at its bar. */
  valueText?: (value: number) => string
  /** State: it has no frame, in a part that has one. */
  plain?: boolean
}) {
  const { series, bars, unit, valueText = countText } = props
  const heading = useId()
  const highest = Math.max(0, ...bars.map(sum))
  const scale = props.scale ?? { end: scaleOf(highest), label: countText(scaleOf(highest)) }
  return (
    <figure className={classes.chart} data-plain={props.plain} aria-labelledby={heading}>
      <figcaption>
        <h3 id={heading}>{props.title}</h3>
        <p>{highest === 0 ? props.emptyText : (props.summary ?? summaryOf(unit, series, bars))}</p>
      </figcaption>
      {highest > 0 && (
        <div aria-hidden="true">
          <ul className={classes.legend}>
            {series.map(({ name, tone }) => (
              <li key={name} data-tone={tone}>
                {name}
              </li>
            ))}
          </ul>
          <div className={classes.plot}>
            <span className={classes.scale}>{scale.label}</span>
            <div className={classes.bars}>
              {bars.map((bar) => (
                <div
                  key={bar.key}
                  className={classes.bar}
                  title={`${bar.label}: ${bar.values.map(valueText).join(' + ')}`}
                >
                  {series.map(({ name, tone }, index) => (
                    <span
                      key={name}
                      data-tone={tone}
                      style={{ height: `${(100 * (bar.values[index] ?? 0)) / scale.end}%` }}
                    />
                  ))}
                </div>
              ))}
            </div>
            <div className={classes.labels} data-many={bars.length > 12}>
              {bars.map(({ key, short }) => (
                <span key={key}>{short}</span>
              ))}
            </div>
          </div>
        </div>
      )}
      <details className={classes.table}>
        <summary>{props.title} as a table</summary>
        <table>
          <thead>
            <tr>
              {[unit, ...series.map(({ name }) => name)].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map(({ key, label, values }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                {series.map(({ name }, index) => (
                  <td key={name}>{valueText(values[index] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
