import { Button, Group } from '@mantine/core'
import { IconCopyCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import { When } from '../../ui/when.tsx'
import type { Check } from './duplicates.ts'
import classes from './upload.module.css'

/** Says that a chosen file is stored already, or was chosen twice; the person chooses what happens with it. */
export function DuplicateNotice(props: {
  name: string
  check: Check | undefined
  asks: boolean
  onLeaveOut: () => void
  onWant: () => void
}) {
  const { check, asks, name } = props
  if (check?.is === 'checking')
    return check.part > 0 ? (
      <p className={classes.hint}>Looking whether you have it already… {Math.floor(check.part * 100)} %</p>
    ) : null
  if (!asks || (check?.is !== 'stored' && check?.is !== 'twice')) return null
  return (
    <div className={classes.duplicate} role="status">
      <IconCopyCheck size={18} aria-hidden="true" />
      <div>
        {check.is === 'twice' ? (
          <>You have chosen this file twice: the other one is {check.name}.</>
        ) : (
          <>
            You have this file already:{' '}
            <Link to={`/documents/${check.document.id}`} target="_blank" rel="noopener">
              {check.document.title}
            </Link>
            , uploaded <When at={check.document.uploadedAt} />.
          </>
        )}
      </div>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Leave it out: ${name}`}
          onClick={props.onLeaveOut}
        >
          Leave it out
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Store it anyway: ${name}`}
          onClick={props.onWant}
        >
          Store it anyway
        </Button>
      </Group>
    </div>
  )
}
