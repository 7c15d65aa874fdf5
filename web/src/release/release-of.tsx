import { Button, Text } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { NominateDialog } from './nominate-dialog.tsx'
import type { NominateOf } from './nominate-form.ts'
import { NominationsList } from './nominations-list.tsx'

/** Nominations of one document or matter, with a button that names nominees where the person may. */
export function ReleaseOf({ of, edits }: { of: NominateOf; edits: boolean }) {
  const [naming, setNaming] = useState(false)
  return (
    <>
      {edits && (
        <Button
          variant="default"
          mb="sm"
          leftSection={<IconUserPlus size={18} aria-hidden="true" />}
          onClick={() => setNaming(true)}
        >
          Name nominees
        </Button>
      )}
      <NominationsList
        of={of.document ? { document: of.document.id } : { matter: of.matter.id }}
        empty={<Text c="dimmed">Nobody is named to ask for it if its owner dies or cannot act.</Text>}
      />
      {naming && <NominateDialog of={of} onClose={() => setNaming(false)} />}
    </>
  )
}
