import { escrowReminders, type Keys } from '@deedbox/contract/keys.ts'
import { Alert, Button, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconSitemap } from '@tabler/icons-react'
import { useState } from 'react'
import { When } from '../ui/when.tsx'
import { DivideDialog } from './divide-dialog.tsx'
import { DrillDialog } from './drill-dialog.tsx'
import { type Fact, FactList } from './fact-list.tsx'
import classes from './system.module.css'

/** Parts of the master key that people keep: who made them, and when they were last tried. */
export function Escrow({ keys, onDone }: { keys: Keys; onDone: () => void }) {
  const [open, setOpen] = useState<'divide' | 'drill' | null>(null)
  const { escrow, escrowToDo } = keys
  return (
    <section className={classes.section} aria-labelledby="escrow">
      <h2 id="escrow">Parts that people keep</h2>
      {escrowToDo && (
        <Alert color="amber" mb="md" icon={<IconAlertTriangle />} title={escrowReminders[escrowToDo]}>
          If this machine and every copy of the key are lost, no document can be opened again. Divide the key
          among people, so that any three of five together give it back and no one of them can open anything
          alone; then try their parts in a drill.
        </Alert>
      )}
      {escrow && <FactList facts={factsOf(keys)} />}
      {keys.place === 'kms' && (
        <Text my="md">
          The key of AWS KMS itself cannot be divided. Parts give the master key that it encrypts, so they
          open everything also without AWS.
        </Text>
      )}
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconSitemap size={16} aria-hidden="true" />}
          onClick={() => setOpen('divide')}
        >
          Divide the master key
        </Button>
        {escrow && (
          <Button
            variant="default"
            leftSection={<IconCircleCheck size={16} aria-hidden="true" />}
            onClick={() => setOpen('drill')}
          >
            Try the parts
          </Button>
        )}
      </div>
      {open === 'divide' && <DivideDialog onDone={onDone} onClose={() => setOpen(null)} />}
      {open === 'drill' && (
        <DrillDialog needed={escrow?.threshold ?? 3} onDone={onDone} onClose={() => setOpen(null)} />
      )}
    </section>
  )
}

const factsOf = ({ escrow, drilledAt }: Keys): Fact[] =>
  escrow
    ? [
        ['Parts', `${escrow.parts}, of which any ${escrow.threshold} give the key back`],
        ['Made', <When key="made" at={escrow.madeAt} />],
        ['Made by', escrow.madeByName],
        ['For the key', <code key="key">{escrow.masterKeyId}</code>],
        ['Mark of these parts', <code key="mark">{escrow.mark}</code>],
        ['Last drill', drilledAt ? <When key="drill" at={drilledAt} /> : 'Never'],
      ]
    : []
