import { dateText, dateTimeText, distanceText } from '../lib/format.ts'
import { useDeployment, useServerNow } from '../lib/session.ts'
import classes from './when-stacked.module.css'

/**
 * A time in a narrow column: the distance above the date, or beside it on a card. `exact` is an instant, shown with its hour. `distance` replaces the
 * usual distance text.
 */
export function WhenStacked({
  at,
  exact = false,
  distance,
}: {
  at: string
  exact?: boolean
  distance?: string
}) {
  const { timeZone } = useDeployment()
  const now = useServerNow()
  return (
    <time dateTime={at} className={classes.when}>
      <span>{distance ?? distanceText(at, now, timeZone)}</span>
      <span className={classes.dot}> · </span>
      <span className={classes.date}>{exact ? dateTimeText(at, timeZone) : dateText(at, timeZone)}</span>
    </time>
  )
}
