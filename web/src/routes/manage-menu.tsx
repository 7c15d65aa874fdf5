import { Button, Menu } from '@mantine/core'
import { IconChecklist, IconChevronDown, IconFileExport } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { BulkAccessDialog, ExportDialog } from './dialogs.ts'

/** The 'Manage' menu above the documents: bulk access and audit export. */
export function ManageMenu() {
  const [open, setOpen] = useState<'bulk' | 'export' | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const choose = (dialog: 'bulk' | 'export') => () => {
    // Focus on the button first, as the dialog returns the focus there and the menu item is gone by then.
    button.current?.focus()
    setOpen(dialog)
  }
  return (
    <>
      <Menu
        position="bottom-end"
        returnFocus={false}
        withinPortal={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <Button
            ref={button}
            variant="default"
            rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          >
            Manage
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconChecklist size={16} aria-hidden="true" />} onClick={choose('bulk')}>
            Bulk access
          </Menu.Item>
          <Menu.Item leftSection={<IconFileExport size={16} aria-hidden="true" />} onClick={choose('export')}>
            Export audit report
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'bulk' && <BulkAccessDialog onClose={() => setOpen(null)} />}
      {open === 'export' && <ExportDialog onClose={() => setOpen(null)} />}
    </>
  )
}
