import type { UserRow } from '@deedbox/contract/people.ts'
import { peopleActs } from '@deedbox/contract/people-terms.ts'
import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconCalendar,
  IconChevronDown,
  IconDots,
  IconFlag,
  IconLock,
  IconLockOpen,
  IconLogout,
  IconShieldOff,
  IconTransfer,
  IconUserCog,
} from '@tabler/icons-react'
import { useRef } from 'react'

export type PersonAction =
  | 'confirm'
  | 'expiry'
  | 'role'
  | 'reports'
  | 'handOver'
  | 'signOut'
  | 'resetFactors'
  | 'deactivate'
  | 'reactivate'

/** The caller's actions on a person: Confirm for a waiting trustee, everything else in a menu. */
export function RowActions(props: {
  user: UserRow
  name: string
  /** State: on the page of one person, where it is larger and has a word. */
  page?: boolean
  onChoose: (action: PersonAction) => void
}) {
  const { user, name, page } = props
  const { can } = user
  const button = useRef<HTMLButtonElement>(null)
  const choose = (action: PersonAction) => () => {
    // Focus on the button first, as the dialog returns the focus there and the menu item is gone by then.
    button.current?.focus()
    props.onChoose(action)
  }
  const items = [
    {
      when: can.seeReports,
      action: 'reports',
      icon: IconFlag,
      label: user.reports === 1 ? 'See 1 report' : `See ${user.reports} reports`,
    },
    { when: can.setExpiry, action: 'expiry', icon: IconCalendar, label: peopleActs.expire.label },
    { when: can.changeRole, action: 'role', icon: IconUserCog, label: 'Change role' },
    { when: can.handOver, action: 'handOver', icon: IconTransfer, label: 'Hand over' },
    {
      when: can.resetFactors,
      action: 'resetFactors',
      icon: IconShieldOff,
      label: 'Reset second factors',
    },
    { when: can.reactivate, action: 'reactivate', icon: IconLockOpen, label: 'Reactivate' },
    { when: can.signOut, action: 'signOut', icon: IconLogout, label: 'Sign out everywhere' },
    { when: can.deactivate, action: 'deactivate', icon: IconLock, label: peopleActs.deactivate.label },
  ] as const
  const allowed = items.filter(({ when }) => when)
  return (
    <>
      {can.confirm && (
        <Button
          size={page ? 'sm' : 'compact-sm'}
          variant={page ? 'filled' : 'light'}
          aria-label={`Confirm ${name}`}
          onClick={() => props.onChoose('confirm')}
        >
          Confirm
        </Button>
      )}
      {allowed.length > 0 && (
        <Menu position="bottom-end" returnFocus={false} withInitialFocusPlaceholder={false}>
          <Menu.Target>
            {page ? (
              <Button
                ref={button}
                variant="default"
                rightSection={<IconChevronDown size={14} aria-hidden="true" />}
              >
                Manage
              </Button>
            ) : (
              <ActionIcon ref={button} variant="subtle" color="gray" aria-label={`More for ${name}`}>
                <IconDots size={18} aria-hidden="true" />
              </ActionIcon>
            )}
          </Menu.Target>
          <Menu.Dropdown>
            {allowed.map(({ action, icon: ItemIcon, label }) => (
              <Menu.Item
                key={action}
                leftSection={<ItemIcon size={16} aria-hidden="true" />}
                onClick={choose(action)}
              >
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}
