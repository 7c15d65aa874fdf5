import { counted } from '@deedbox/contract/counts.ts'
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { OwnDocumentList } from './own-document-list.tsx'
import classes from './profile.module.css'

/** The documents that keep an account open: hand them all over, or download and delete each one. */
export function OwnDocuments({ count }: { count: number }) {
  const [giving, setGiving] = useState(false)
  const [listed, setListed] = useState(false)
  const are = counted(count, 'document')
  return (
    <>
      <Text className={classes.lead ?? ''}>
        You still own <strong>{are}</strong>. <a href="#take-out">Download {count === 1 ? 'it' : 'them'}</a>{' '}
        if you want to keep {count === 1 ? 'a copy' : 'copies'}. Before you can close your account, hand{' '}
        {count === 1 ? 'it' : 'them'} over to another trustee, or delete {count === 1 ? 'it' : 'each of them'}
        .
      </Text>
      <Group>
        <Button variant="default" onClick={() => setGiving(true)}>
          Hand over {are}
        </Button>
        <Button variant="default" aria-expanded={listed} onClick={() => setListed(!listed)}>
          Download and delete
        </Button>
      </Group>
      {listed && <OwnDocumentList />}
      {giving && <HandOverDialog documents={are} onClose={() => setGiving(false)} />}
    </>
  )
}
