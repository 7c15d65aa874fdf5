import { sameClient } from '@deedbox/contract/request-terms.ts'
import type { AccessRequest } from '@deedbox/contract/requests.ts'
import { dateText } from '../lib/format.ts'
import { useDeployment } from '../lib/session.ts'
import { Cut } from './cut.tsx'
import classes from './stacked.module.css'

/** The document that approving a request would share, in a row of a list for reviewers. */
export function FoundDocument({ request }: { request: AccessRequest }) {
  const { timeZone } = useDeployment()
  const { document, clientName, can } = request
  if (!can.decide || request.extensionType) return null
  const another = document !== null && sameClient(clientName, document.clientName) === 'differs'
  const client = document?.clientName ?? 'no client recorded'
  const facts = document && [
    another ? `Another client: ${client}` : `Found: ${client}`,
    `owner ${document.ownerName}`,
    `uploaded ${dateText(document.uploadedAt, timeZone)}`,
  ]
  return (
    <div className={classes.small} data-warns={another}>
      <Cut text={facts ? facts.join(' · ') : 'Names a title only; no single document has it'} />
    </div>
  )
}
