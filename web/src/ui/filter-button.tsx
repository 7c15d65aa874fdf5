import { Badge, Button, Group, Popover, Stack } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'

/** What opens inside the popover stays inside it, so that choosing there does not count as a press outside. */
export const insidePopover = { withinPortal: false }

/** The button over a list that opens its filters; the badge says how many are set. Every choice takes effect at once. */
export function FilterButton(props: { active: number; onClear: () => void; children: ReactNode }) {
  const [opened, setOpened] = useState(false)
  const { active } = props
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width="min(24rem, calc(100vw - 2rem))"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="default"
          aria-expanded={opened}
          leftSection={<IconFilter size={16} aria-hidden="true" />}
          rightSection={
            active > 0 && (
              <Badge size="sm" circle aria-label={`${active} active`}>
                {active}
              </Badge>
            )
          }
          onClick={() => setOpened(!opened)}
        >
          Filters
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Filters">
        <Stack gap="sm">
          {props.children}
          <Group justify="space-between">
            <Button variant="subtle" disabled={active === 0} onClick={props.onClear}>
              Clear filters
            </Button>
            <Button variant="default" onClick={() => setOpened(false)}>
              Done
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
