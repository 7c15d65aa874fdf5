import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { DueDialog, type DueOf } from './due-dialog.tsx'
import { DueList } from './due-list.tsx'
import { Proposals } from './proposals.tsx'

/** Dates that fall due of one matter or document, with a button for a new date where the person may add one. */
export function DueDatesOf({ of, edits }: { of: DueOf; edits: boolean }) {
  const [adding, setAdding] = useState(false)
  return (
    <>
      {edits && (
        <Button
          variant="default"
          mb="sm"
          leftSection={<IconCalendarPlus size={18} aria-hidden="true" />}
          onClick={() => setAdding(true)}
        >
          New date
        </Button>
      )}
      {edits && <Proposals of={of} />}
      <DueList
        filter={{ matter: of.matter?.id, document: of.document?.id }}
        empty={<p>Nothing is written down yet.</p>}
        ofOne
        more="needed"
      />
      {adding && <DueDialog of={of} onClose={() => setAdding(false)} />}
    </>
  )
}
