import { roleText } from '@deedbox/contract/party-terms.ts'
import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowMerge, IconCalendarOff, IconDots, IconEraser, IconPencil } from '@tabler/icons-react'
import { useRef } from 'react'
import type { Role } from './queries.ts'

export type RoleAction = 'end' | 'correct' | 'change' | 'merge'

const items = [
  { action: 'end', icon: IconCalendarOff, label: 'End role' },
  { action: 'correct', icon: IconEraser, label: 'Correct' },
  { action: 'change', icon: IconPencil, label: 'Change party' },
  { action: 'merge', icon: IconArrowMerge, label: 'Merge party' },
] as const

/** Acts on a role and its party; a corrected record can only be looked at, but its party can be changed. */
export function RoleMenu(props: { role: Role; corrected: boolean; onChoose: (action: RoleAction) => void }) {
  const { role, corrected, onChoose } = props
  const isOffered: Partial<Record<RoleAction, boolean>> = {
    end: !corrected && !role.never && role.until === null,
    correct: !corrected,
  }
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Menu position="bottom-end" returnFocus={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant="subtle"
          color="gray"
          aria-label={`More for ${role.party.name}, ${roleText(role).toLowerCase()}`}
        >
          <IconDots size={18} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {items
          .filter(({ action }) => isOffered[action] ?? true)
          .map(({ action, icon: ItemIcon, label }) => (
            <Menu.Item
              key={action}
              leftSection={<ItemIcon size={16} aria-hidden="true" />}
              onClick={() => {
                // Focus on the button first, as the dialog returns the focus there and the menu item is gone by then.
                button.current?.focus()
                onChoose(action)
              }}
            >
              {label}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
