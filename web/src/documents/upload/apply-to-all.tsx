import { limits } from '@deedbox/contract/limits.ts'
import { Button, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Facts } from './send.ts'
import classes from './upload.module.css'
import { typeChoices } from './upload-item.tsx'

/** Sets the type and the client for all files that have not been sent yet. */
export function ApplyToAll({ onApply }: { onApply: (facts: Partial<Facts>) => void }) {
  const [type, setType] = useState<Facts['type']>('trust_deed')
  const [clientName, setClientName] = useState('')
  return (
    <fieldset className={classes.all}>
      <legend>The same for all files</legend>
      <Select
        label="Type"
        data={typeChoices}
        allowDeselect={false}
        value={type}
        onChange={(value) => setType(value === 'trust_deed' ? value : 'other')}
      />
      <TextInput
        label="Client"
        maxLength={limits.text.client}
        value={clientName}
        onChange={(event) => setClientName(event.currentTarget.value)}
      />
      <Button
        variant="default"
        onClick={() => onApply({ type, ...(clientName.trim() ? { clientName: clientName.trim() } : {}) })}
      >
        Apply to all
      </Button>
    </fieldset>
  )
}
