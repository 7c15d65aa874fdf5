import { factorKindLabels } from '@deedbox/contract/factor-kinds.ts'
import type { Factor } from '@deedbox/contract/factors.ts'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { When } from '../ui/when.tsx'
import classes from './factors.module.css'
import { RemoveDialog, RenameDialog } from './factors-dialogs.tsx'

/** A second factor of the person, with Rename and Remove; `last`: there is no other. */
export function FactorItem({ factor, last }: { factor: Factor; last: boolean }) {
  const [asked, setAsked] = useState<'rename' | 'remove' | null>(null)
  const close = () => setAsked(null)
  return (
    <li className={classes.factor}>
      <div>
        <div className={classes.name}>{factor.name || factorKindLabels[factor.kind]}</div>
        <div className={classes.small}>
          {factorKindLabels[factor.kind]}
          {factor.backedUp && ', synced between your devices'} · added <When at={factor.createdAt} />
          {factor.lastUsedAt && (
            <>
              {' '}
              · last used <When at={factor.lastUsedAt} />
            </>
          )}
        </div>
      </div>
      <Group gap="xs">
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`Rename ${factor.name}`}
          onClick={() => setAsked('rename')}
        >
          Rename
        </Button>
        <Button
          variant="subtle"
          color="wax"
          size="compact-sm"
          aria-label={`Remove ${factor.name}`}
          onClick={() => setAsked('remove')}
        >
          Remove
        </Button>
      </Group>
      {asked === 'rename' && <RenameDialog factor={factor} onClose={close} />}
      {asked === 'remove' && <RemoveDialog factor={factor} last={last} onClose={close} />}
    </li>
  )
}
