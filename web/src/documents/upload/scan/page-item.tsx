import { ActionIcon } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconRotateClockwise, IconTrash } from '@tabler/icons-react'
import type { ScannedPage } from './image.ts'
import classes from './scan.module.css'

/** A scanned page; the arrow keys move it, like its buttons. */
export function PageItem(props: {
  page: ScannedPage
  at: number
  of: number
  onMove: (by: -1 | 1) => void
  onTurn: () => void
  onRemove: () => void
}) {
  const { page, at, of } = props
  const name = `page ${at + 1}`
  return (
    <li
      className={classes.page}
      data-page={page.key}
      onKeyDown={(event) => {
        const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key]
        if (by === undefined) return
        event.preventDefault()
        props.onMove(by === 1 ? 1 : -1)
      }}
    >
      <div className={classes.sheet}>
        <img src={page.url} alt={`Page ${at + 1}`} style={{ transform: `rotate(${page.turn}deg)` }} />
      </div>
      <div className={classes.tools}>
        <span className={classes.number}>
          {at + 1} of {of}
        </span>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Move ${name} earlier`}
          aria-disabled={at === 0}
          onClick={() => props.onMove(-1)}
        >
          <IconArrowLeft size={18} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Move ${name} later`}
          aria-disabled={at === of - 1}
          onClick={() => props.onMove(1)}
        >
          <IconArrowRight size={18} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" aria-label={`Turn ${name}`} onClick={props.onTurn}>
          <IconRotateClockwise size={18} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon variant="subtle" color="wax" aria-label={`Remove ${name}`} onClick={props.onRemove}>
          <IconTrash size={18} aria-hidden="true" />
        </ActionIcon>
      </div>
    </li>
  )
}
