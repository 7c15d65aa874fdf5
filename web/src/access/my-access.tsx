import { accessLevelLabels } from '@deedbox/contract/document-terms.ts'
import type { DocumentRow } from '@deedbox/contract/documents.ts'
import { IconKey } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AccessBadge, AccessEnds } from '../ui/access-ends.tsx'
import { WhatIsThis } from '../ui/what-is-this.tsx'
import classes from './access.module.css'

/** The reader's own grant on a document: its level, its end, and its actions. */
export function MyAccess(props: { access: NonNullable<DocumentRow['access']>; actions?: ReactNode }) {
  const { access } = props
  return (
    <section className={classes.mine} aria-label="Your access">
      <IconKey size={18} aria-hidden="true" />
      <span>
        Your access: <strong>{accessLevelLabels[access.accessLevel]}</strong>
        {'\u00a0'}
        <WhatIsThis topic="levels" />
      </span>
      {access.endsAt && (
        <>
          <span className={classes.ends}>
            <AccessEnds at={access.endsAt} />
          </span>
          <AccessBadge at={access.endsAt} />
          <WhatIsThis topic="ends" />
        </>
      )}
      {props.actions && <span className={classes.mineActions}>{props.actions}</span>}
    </section>
  )
}
