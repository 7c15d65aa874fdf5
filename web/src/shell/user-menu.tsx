import type { SessionUser } from '@deedbox/contract/accounts.ts'
import { roleLabel } from '@deedbox/contract/permissions.ts'
import { Avatar, Button, Popover, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconLogout } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { initialsOf } from '../lib/format.ts'
import { When } from '../ui/when.tsx'
import { menuFor } from './navigation.ts'
import { useSignOut } from './use-sign-out.ts'
import classes from './user-menu.module.css'

/** Name of the person who is signed in, their links, and Sign out. */
export default function UserMenu({ user }: { user: SessionUser }) {
  const [opened, setOpened] = useState(false)
  const links = user.accessExpired ? [] : menuFor(user)
  const signOut = useSignOut()

  return (
    <Popover
      position="bottom-end"
      width={280}
      shadow="md"
      trapFocus
      withinPortal={false}
      opened={opened}
      onChange={setOpened}
    >
      <Popover.Target>
        <UnstyledButton className={classes.button} onClick={() => setOpened(!opened)}>
          <VisuallyHidden>Account of </VisuallyHidden>
          <Avatar size={30} color="brass" variant="light" aria-hidden="true">
            {initialsOf(user.name)}
          </Avatar>
          <span className={classes.name}>{user.name}</span>
          <IconChevronDown size={14} aria-hidden="true" />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <dl className={classes.facts}>
          <dt>Name</dt>
          <dd className={classes.full}>{user.name}</dd>
          <dt>Email</dt>
          <dd>{user.email}</dd>
          <dt>Role</dt>
          <dd>{roleLabel(user.role, user.professionalType)}</dd>
          {user.organizationId && (
            <>
              <dt>Organisation</dt>
              <dd>
                {user.organizationName && <div>{user.organizationName}</div>}
                <div className={classes.small}>{user.organizationId}</div>
              </dd>
            </>
          )}
          {user.accessExpiresAt && (
            <>
              <dt>Access {user.accessExpired ? 'expired' : 'expires'}</dt>
              <dd>
                <When at={user.accessExpiresAt} />
              </dd>
            </>
          )}
        </dl>
        {links.length > 0 && (
          <nav aria-label="Account" className={classes.links}>
            {links.map(({ to, label }) => (
              <Link key={to} to={to} onClick={() => setOpened(false)}>
                {label}
              </Link>
            ))}
          </nav>
        )}
        <Button
          variant="default"
          fullWidth
          loading={signOut.isPending}
          leftSection={<IconLogout size={16} aria-hidden="true" />}
          onClick={() => signOut.mutate()}
        >
          Sign out
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
