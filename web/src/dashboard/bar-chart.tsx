import { useId } from 'react'
import classes from './bar-chart.module.css'

export type Bar = {
  key: string
  /** Under the bar, where there is room for it. */
  short: string
  /** In the table and the summary. */
  label: string
  values: readonly [number, number]
}

const number = (value: number) => value.toLocaleString('en-AU')
const sum = ({ values }: Bar) => values[0] + values[1]

/** The next round number of 1, 2 or 5 times a power of ten: where the scale ends. */
export function scaleOf(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(highest, 1)))
  return [1, 2, 5, 10].map((step) => step * power).find((end) => end >= highest) ?? highest
}

/**
 * Two series as stacked bars. A sentence and a table give the same figures, so the bars are hidden from screen readers.
 */
export function BarChart(props: {
  title: string
  /** The period that one bar covers. */
  unit: 'Month' | 'Day'
  series: readonly [string, string]
  bars: Bar[]
  /** Shown instead when every value is 0. */
  emptyText: string
}) {
  const { series, bars } = props
  const heading = useId()
  const totals = series.map((_, index) => bars.reduce((all, { values }) => all + (values[index] ?? 0), 0))
  const top = bars.reduce<Bar | undefined>(
    (most, bar) => (most && sum(most) >= sum(bar) ? most : bar),
    undefined,
  )
  const highest = top ? sum(top) : 0
  const scale = scaleOf(highest)
  const summary = `${series.map((name, index) => `${name}: ${number(totals[index] ?? 0)}`).join(', ')}. Most ${props.unit === 'Day' ? 'on' : 'in'} ${top?.label}: ${number(highest)}.`
  return (
    <figure className={classes.chart} aria-labelledby={heading}>
      <figcaption>
        <h3 id={heading}>{props.title}</h3>
        <p>{highest === 0 ? props.emptyText : summary}</p>
      </figcaption>
      {highest > 0 && (
        <div aria-hidden="true">
          <ul className={classes.legend}>
            {series.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
          <div className={classes.plot}>
            <span className={classes.scale}>{number(scale)}</span>
            <div className={classes.bars}>
              {bars.map((bar) => (
                <div key={bar.key} className={classes.bar} title={`${bar.label}: ${bar.values.join(' + ')}`}>
                  {bar.values.map((value, index) => (
                    <span key={series[index]} style={{ height: `${(100 * value) / scale}%` }} />
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
              {[props.unit, ...series].map((name) => (
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
                <td>{number(values[0])}</td>
                <td>{number(values[1])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
