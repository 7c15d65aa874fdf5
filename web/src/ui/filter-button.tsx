import { Badge, Button, Group, Popover, Stack } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import classes from './filter-button.module.css'
import { SortBy } from './sort-by.tsx'

/** Props that keep lists inside the popover, so that choosing there does not count as a press outside. */
export const insidePopover = { withinPortal: false }

/** The order of a list, which a phone shows among its filters. */
export type Order = Omit<ComponentProps<typeof SortBy>, 'className'>

/**
 * The button above a list that opens its filters; the badge says how many are set. Every choice takes effect at once. `order`: on a phone the order of
 * the list is there too, and the table above it says `orderAmongFilters`.
 */
export function FilterButton(props: {
  active: number
  onClear: () => void
  order?: Order | undefined
  children: ReactNode
}) {
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const fields = useRef<HTMLDivElement>(null)
  /** Closes the popover, unless a field has an error, whose filter would be dropped silently. */
  const close = () => {
    const faulty = fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (faulty) faulty.focus()
    else setOpened(false)
  }
  const { active } = props
  return (
    <Popover
      opened={opened}
      onChange={(open) => (open ? setOpened(true) : close())}
      position="bottom-end"
      width="min(24rem, calc(100vw - 2rem))"
      shadow="md"
      trapFocus
      returnFocus
      closeOnEscape={false}
    >
      <Popover.Target>
        <Button
          ref={button}
          variant="default"
          flex="none"
          aria-expanded={opened}
          leftSection={<IconFilter size={16} aria-hidden="true" />}
          rightSection={
            active > 0 && (
              <Badge size="sm" circle aria-label={`${active} active`}>
                {active}
              </Badge>
            )
          }
          onClick={() => (opened ? close() : setOpened(true))}
        >
          Filters
        </Button>
      </Popover.Target>
      <Popover.Dropdown
        aria-label="Filters"
        onKeyDown={(event) => {
          // List or calendar that is open inside, which closes first.
          const inside = (event.target as Element).closest('[data-mantine-stop-propagation="true"]')
          if (event.key !== 'Escape' || inside) return
          setOpened(false)
          button.current?.focus()
        }}
      >
        <Stack gap="sm" ref={fields}>
          {props.order && <SortBy {...props.order} className={classes.order ?? ''} />}
          {props.children}
          <Group justify="space-between">
            <Button variant="subtle" disabled={active === 0} onClick={props.onClear}>
              Clear filters
            </Button>
            <Button variant="default" onClick={close}>
              Done
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
