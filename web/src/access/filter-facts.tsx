import type { AccessFilter } from '@deedbox/contract/access-filters.ts'
import { documentKindLabels } from '@deedbox/contract/document-kinds.ts'
import { accessLevelLabels, documentTypeLabels } from '@deedbox/contract/document-terms.ts'
import { Button } from '@mantine/core'
import { dateText } from '../lib/format.ts'
import { useDeployment } from '../lib/session.ts'
import classes from './access.module.css'

/** Shows the limits of the list that its own fields do not show: the filter of the figure that led here. */
export function FilterFacts({ filter, onClear }: { filter: AccessFilter; onClear: () => void }) {
  const { timeZone } = useDeployment()
  const date = (day: string) => dateText(day, timeZone)
  const { documentKind, documentType, accessStatus, documentSearch, client, accessLevel } = filter
  const facts = [
    filter.endsUntil && `ends by ${date(filter.endsUntil)}`,
    filter.userEmail && `email with “${filter.userEmail}”`,
    client && `client “${client}”`,
    accessLevel && accessLevel !== 'all' && `access to ${accessLevelLabels[accessLevel].toLowerCase()}`,
    documentSearch && `document with “${documentSearch}”`,
    documentKind && documentKind !== 'all' && `document of kind ${documentKindLabels[documentKind]}`,
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
