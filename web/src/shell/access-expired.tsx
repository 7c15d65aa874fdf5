import { Button } from '@mantine/core'
import { IconHourglassEmpty } from '@tabler/icons-react'
import { useUser } from '../lib/session.ts'
import { When } from '../ui/when.tsx'
import { Notice } from './notice.tsx'

/** Page that an expired guest sees everywhere (specification, section 2: Guest access). */
export function AccessExpired() {
  const { accessExpiresAt } = useUser()
  return (
    <Notice
      icon={IconHourglassEmpty}
      title="Access Expired"
      action={
        <Button component="a" href="/contact">
          Contact Support
        </Button>
      }
    >
      Your guest access has ended
      {accessExpiresAt && (
        <>
          {' '}
          (<When at={accessExpiresAt} />)
        </>
      )}
      . If you still need the documents that were shared with you, ask the person who shared them, or contact
      support.
    </Notice>
  )
}
