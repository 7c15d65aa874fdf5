import { counted } from '@deedbox/contract/counts.ts'
import { originalKinds } from '@deedbox/contract/custody-terms.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Link } from 'react-router'
import { dateText } from '../lib/format.ts'
import { useDeployment } from '../lib/session.ts'
import { ErrorState } from '../ui/states.tsx'
import classes from './custody.module.css'
import { useOriginalsOf } from './queries.ts'
import { PacketStatus } from './status.tsx'

/** Says whether the original of a document is kept, and in general terms where; its packet for whoever sees the matter. */
export function OriginalOf({ documentId }: { documentId: string }) {
  const { data, error, refetch } = useOriginalsOf(documentId)
  const { timeZone } = useDeployment()
  if (!data) return error ? <ErrorState title={screen.loadPackets} error={error} onRetry={refetch} /> : null
  if (data.length === 0) return <p>No original of it is in the custody register.</p>
  return (
    <ul className={classes.entries}>
      {data.map(({ id, kind, state, since, pages, keepStaples, packet }) => (
        <li key={id} className={classes.entry}>
          <div>
            <PacketStatus state={state} /> since {dateText(since, timeZone)}
            {packet && (
              <>
                {' '}
                · <Link to={`/custody/packets/${packet.id}`}>{packet.number}</Link>
              </>
            )}
            <div className={classes.small}>
              {[originalKinds[kind], pages && counted(pages, 'page'), keepStaples && 'do not unstaple']
                .filter(Boolean)
                .join(' · ')}
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}
