import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { ClientInput } from '../../ui/client-input.tsx'
import { DayField } from '../../ui/day-field.tsx'
import { noDay } from '../../ui/typed-day.ts'
import { expiryRule, type Facts } from './send.ts'
import classes from './upload.module.css'
import { typeChoices } from './upload-item.tsx'

/** Sets type, client and expiry date for all files that have not been sent yet; what is empty stays as it is at each file. */
export function ApplyToAll({ onApply }: { onApply: (facts: Partial<Facts>) => void }) {
  const [type, setType] = useState<Facts['type'] | null>(null)
  const [clientName, setClientName] = useState('')
  const [expiryDate, setExpiryDate] = useState(noDay)
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <fieldset className={classes.all}>
      <legend>The same for all files</legend>
      <Select
        label="Type"
        data={typeChoices}
        placeholder="As it is"
        clearable
        clearButtonProps={{ 'aria-label': 'Leave the type as it is' }}
        value={type}
        onChange={(value) => setType(value === 'trust_deed' || value === 'other' ? value : null)}
      />
      <ClientInput value={clientName} onChange={setClientName} />
      <DayField
        label="Expiry date"
        value={expiryDate}
        rule={expiryRule}
        error={problem}
        onLeave={setProblem}
        onChange={(day) => {
          setProblem(null)
          setExpiryDate(day)
        }}
      />
      <Button
        variant="default"
        onClick={() =>
          onApply({
            ...(type && { type }),
            ...(clientName.trim() && { clientName: clientName.trim() }),
            ...(expiryDate.typed.trim() && { expiryDate }),
          })
        }
      >
        Apply to all
      </Button>
    </fieldset>
  )
}
