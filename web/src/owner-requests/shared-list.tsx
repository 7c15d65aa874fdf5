import { Link } from 'react-router'
import type { Answer } from '../lib/api.ts'
import classes from './owner-requests.module.css'

export type SharedDocument = Answer<'GET /api/owner-requests/:requestId'>['shared'][number]

/** The documents shared for a request that the reader can see. */
export function SharedList({ shared }: { shared: SharedDocument[] }) {
  if (shared.length === 0) return null
  return (
    <ul className={classes.shared} aria-label="Documents shared">
      {shared.map(({ documentId, title }) => (
        <li key={documentId}>
          <Link to={`/documents/${documentId}`}>{title}</Link>
        </li>
      ))}
    </ul>
  )
}
