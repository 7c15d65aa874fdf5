import { type HelpTopic, help } from '@deedbox/contract/help.ts'
import { ActionIcon, Popover, VisuallyHidden } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { useState } from 'react'

/** A small button 'What is this?' beside difficult things; it shows one sentence, which screen readers read out. */
export function WhatIsThis({ topic }: { topic: HelpTopic }) {
  const [open, setOpen] = useState(false)
  const { about, text } = help[topic]
  return (
    <>
      <Popover
        opened={open}
        onChange={setOpen}
        width="min(20rem, calc(100vw - 2rem))"
        position="bottom"
        withRoles={false}
        withArrow
        shadow="md"
        zIndex={400}
      >
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            aria-label={`What is this? About ${about}`}
            aria-expanded={open}
            // Escape closes only this, and a dialog around it stays open.
            data-mantine-stop-propagation={open}
            onClick={() => setOpen(!open)}
            onBlur={() => setOpen(false)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setOpen(false)
            }}
          >
            <IconHelpCircle size={18} aria-hidden="true" />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown aria-hidden="true" fz="sm">
          {text}
        </Popover.Dropdown>
      </Popover>
      <VisuallyHidden component="span" role="status">
        {open && text}
      </VisuallyHidden>
    </>
  )
}
