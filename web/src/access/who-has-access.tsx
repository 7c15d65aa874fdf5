import { counted, countText } from '@deedbox/contract/counts.ts'
import { accessLevelLabels } from '@deedbox/contract/document-terms.ts'
import type { Reader } from '@deedbox/contract/sharing.ts'
import { dateText, untilText } from '../lib/format.ts'
import { useDeployment, useServerNow } from '../lib/session.ts'
import classes from './access.module.css'
import { useReaders } from './queries.ts'

/** Shows who has access to the chosen documents already and until when, and what sharing again means for the `entered` people. */
export function WhoHasAccess(props: { documentIds: string[]; entered: readonly string[] }) {
  const { data } = useReaders(props.documentIds)
  const describe = useDescribe(props.documentIds.length)
  if (!data || data.total === 0) return null
  const again = data.people.filter(({ email }) => props.entered.includes(email))
  const hidden = data.total - data.people.length
  return (
    <div className={classes.who}>
      {again.map((reader) => (
        <p key={reader.email} role="status">
          {reader.name} already has access: {describe(reader)}. Sharing again replaces it.
        </p>
      ))}
      <details>
        <summary>
          {data.total === 1
            ? '1 person has access already'
            : `${countText(data.total)} people have access already`}
        </summary>
        <ul className={classes.readers}>
          {data.people.map((reader) => (
            <li key={reader.email}>
              <span>
                {reader.name}
                {reader.name !== reader.email && <span className={classes.small}> {reader.email}</span>}
                {reader.invited && <span className={classes.small}> · invited</span>}
              </span>
              <span className={classes.small}>{describe(reader)}</span>
            </li>
          ))}
          {hidden > 0 && <li>and {countText(hidden)} more</li>}
        </ul>
      </details>
    </div>
  )
}

function useDescribe(of: number): (reader: Reader) => string {
  const { timeZone } = useDeployment()
  const now = useServerNow()
  return ({ documents, accessLevel, firstEndsAt, lastEndsAt }) => {
    const last = untilText(lastEndsAt, now, timeZone)
    return [
      ...(of > 1 ? [`${countText(documents)} of ${counted(of, 'document')}`] : []),
      accessLevel ? accessLevelLabels[accessLevel] : 'different levels',
      firstEndsAt === lastEndsAt
        ? last
        : `the first until ${dateText(firstEndsAt, timeZone)}, the last ${last}`,
    ].join(' · ')
  }
}
