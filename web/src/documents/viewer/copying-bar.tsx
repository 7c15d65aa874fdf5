import { Button } from '@mantine/core'
import { IconPlayerStop } from '@tabler/icons-react'
import type { Copying } from './use-copying.ts'
import classes from './viewer.module.css'

/** Bar that shows how far copying is, with Stop. */
export function CopyingBar({ copying, count }: { copying: Copying; count: number }) {
  if (copying.page === null) return null
  return (
    <section className={classes.aloud} aria-label="Copying">
      <span role="status">
        Copying page {copying.page} of {count}
      </span>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconPlayerStop size={16} aria-hidden="true" />}
        onClick={copying.stop}
      >
        Stop
      </Button>
    </section>
  )
}
