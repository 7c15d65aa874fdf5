import { ActionIcon, Menu } from '@mantine/core'
import { IconCheck, IconDots } from '@tabler/icons-react'
import type { ToolProps } from './toolbar.tsx'

/** The tools that have no room in the toolbar. */
export function MoreMenu({ tools }: { tools: ToolProps[] }) {
  return (
    <Menu position="bottom-end" width={260} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label="More">
          <IconDots size={20} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {tools.map((tool) => (
          <Menu.Item
            key={tool.label}
            mih={44}
            leftSection={<tool.icon size={18} stroke={1.6} aria-hidden="true" />}
            rightSection={
              tool.open || tool.chosen ? <IconCheck size={16} aria-label="chosen" role="img" /> : undefined
            }
            disabled={tool.busy ?? false}
            onClick={tool.onClick}
          >
            {tool.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
