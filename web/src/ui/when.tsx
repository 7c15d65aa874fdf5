import { whenText } from '../lib/format.ts'
import { useDeployment, useServerNow } from '../lib/session.ts'

/** A time as distance and date: 'in 12 days · 3 Dec 2026'. `at` is an instant or a calendar day (`YYYY-MM-DD`). */
export function When({ at }: { at: string }) {
  const { timeZone } = useDeployment()
  return <time dateTime={at}>{whenText(at, useServerNow(), timeZone)}</time>
}
