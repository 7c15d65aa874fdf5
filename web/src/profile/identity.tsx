import { roleShortLabel } from '@deedbox/contract/permissions.ts'
import { Avatar, Badge, Button } from '@mantine/core'
import { IconPencil, IconX } from '@tabler/icons-react'
import { initialsOf } from '../lib/format.ts'
import { useUser } from '../lib/session.ts'
import classes from './profile.module.css'

/** Name and role of the person, and the button that opens and closes the form below. */
export function Identity({ editing, onToggle }: { editing: boolean; onToggle: () => void }) {
  const user = useUser()
  return (
    <div className={classes.identity}>
      <Avatar size={64} color="brass" variant="light" aria-hidden="true">
        {initialsOf(user.name)}
      </Avatar>
      <div>
        <div className={classes.name}>
          {user.name}
          <Badge size="lg" ff="text" variant="light" color="gray" radius="sm" tt="none" fw={500}>
            {roleShortLabel(user.role, user.professionalType)}
          </Badge>
        </div>
        <div className={classes.under}>{user.email}</div>
        {user.organizationName && <div className={classes.under}>{user.organizationName}</div>}
      </div>
      <Button
        variant="default"
        aria-pressed={editing}
        leftSection={
          editing ? <IconX size={16} aria-hidden="true" /> : <IconPencil size={16} aria-hidden="true" />
        }
        onClick={onToggle}
      >
        Edit Profile
      </Button>
    </div>
  )
}
