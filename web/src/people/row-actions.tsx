import type { UserRow } from '@deedbox/contract/people.ts'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconCalendar, IconDots, IconFlag, IconLock, IconLockOpen, IconUserCog } from '@tabler/icons-react'
import { useRef } from 'react'
import { useUser } from '../lib/session.ts'

export type PersonAction = 'confirm' | 'expiry' | 'role' | 'reports' | 'deactivate' | 'reactivate'

/** What an administrator can do for a person: Confirm for a waiting trustee, everything else in a menu. */
export function RowActions(props: { user: UserRow; name: string; onChoose: (action: PersonAction) => void }) {
  const { user, name } = props
  const self = useUser().id === user.id
  const button = useRef<HTMLButtonElement>(null)
  const choose = (action: PersonAction) => () => {
    // The dialog returns the focus to where it was, and the menu item is gone by then.
    button.current?.focus()
    props.onChoose(action)
  }
  const reports = user.reports === 1 ? 'See 1 report' : `See ${user.reports} reports`
  return (
    <>
      {user.role === 'trustee' && !user.confirmed && (
        <Button
          size="compact-sm"
          variant="light"
          aria-label={`Confirm ${name}`}
          onClick={() => props.onChoose('confirm')}
        >
          Confirm
        </Button>
      )}
      {(!self || user.reports > 0) && (
        <Menu position="bottom-end" returnFocus={false} withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <ActionIcon ref={button} variant="subtle" color="gray" aria-label={`More for ${name}`}>
              <IconDots size={18} aria-hidden="true" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {user.reports > 0 && (
              <Menu.Item leftSection={<IconFlag size={16} aria-hidden="true" />} onClick={choose('reports')}>
                {reports}
              </Menu.Item>
            )}
            {user.role === 'guest' && (
              <Menu.Item
                leftSection={<IconCalendar size={16} aria-hidden="true" />}
                onClick={choose('expiry')}
              >
                Set expiry
              </Menu.Item>
            )}
            {!self && (
              <>
                <Menu.Item
                  leftSection={<IconUserCog size={16} aria-hidden="true" />}
                  onClick={choose('role')}
                >
                  Change role
                </Menu.Item>
                {user.deactivated ? (
                  <Menu.Item
                    leftSection={<IconLockOpen size={16} aria-hidden="true" />}
                    onClick={choose('reactivate')}
                  >
                    Reactivate
                  </Menu.Item>
                ) : (
                  <Menu.Item
                    leftSection={<IconLock size={16} aria-hidden="true" />}
                    onClick={choose('deactivate')}
                  >
                    Deactivate
                  </Menu.Item>
                )}
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}
