import { documentTypeLabels } from '@deedbox/contract/document-terms.ts'
import { Button } from '@mantine/core'
import { dateText } from '../lib/format.ts'
import { useDeployment } from '../lib/session.ts'
import classes from './access.module.css'
import type { AccessQuery } from './queries.ts'

/** What else the list is limited to, besides what its own fields show: the filter of the figure that led here. */
export function FilterFacts({ filter, onClear }: { filter: AccessQuery; onClear: () => void }) {
  const { timeZone } = useDeployment()
  const date = (day: string) => dateText(day, timeZone)
  const { documentType, accessStatus, documentSearch } = filter
  const facts = [
    filter.endsUntil && `ends by ${date(filter.endsUntil)}`,
    filter.userEmail && `email with “${filter.userEmail}”`,
    documentSearch && `document with “${documentSearch}”`,
    documentType && documentType !== 'all' && `document type ${documentTypeLabels[documentType]}`,
    accessStatus && `documents with ${accessStatus} access`,
    filter.expiryDateFrom && `document expires from ${date(filter.expiryDateFrom)}`,
    filter.expiryDateTo && `document expires until ${date(filter.expiryDateTo)}`,
  ].filter(Boolean)
  if (facts.length === 0) return null
  return (
    <p className={classes.facts}>
      Only: {facts.join(', ')}.{' '}
      <Button size="compact-sm" variant="subtle" onClick={onClear}>
        Clear filters
      </Button>
    </p>
  )
}
