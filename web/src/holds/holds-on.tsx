import type { HoldKind } from '@deedbox/contract/hold-terms.ts'
import { Button, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { holds, useUser } from '../lib/session.ts'
import { HoldList } from './hold-list.tsx'
import { SetDialog } from './set-dialog.tsx'

/** The legal holds on a thing, with what sets another; nothing for people who may not see them. */
export function HoldsOn(props: { kind: HoldKind; subject: string; name: string }) {
  const { kind, subject, name } = props
  const [setting, setSetting] = useState(false)
  if (!holds(useUser(), 'canManageSystem')) return null
  return (
    <>
      <HoldList
        query={{ kind, subject }}
        more="needed"
        empty={<Text c="dimmed">No legal hold is on it.</Text>}
      />
      <Button
        mt="md"
        variant="default"
        leftSection={<IconLock size={16} aria-hidden="true" />}
        onClick={() => setSetting(true)}
      >
        Set a legal hold
      </Button>
      {setting && <SetDialog kind={kind} subject={subject} name={name} onClose={() => setSetting(false)} />}
    </>
  )
}
