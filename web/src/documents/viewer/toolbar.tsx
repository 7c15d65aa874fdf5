import { limits } from '@deedbox/contract/limits.ts'
import { ActionIcon, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type Icon, IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import type { RefObject } from 'react'
import type { Command } from './keys.ts'
import { MoreMenu } from './more-menu.tsx'
import { PageNumber } from './page-number.tsx'
import type { Panel } from './side-panel.tsx'
import classes from './toolbar.module.css'
import { type ToolInput, toolsOf } from './tools.ts'
import type { Look } from './view.ts'

const { zoomMin, zoomMax } = limits.viewer

type Props = ToolInput & {
  page: number
  count: number
  look: Look
  /** Zoom of the open page as it is shown. */
  percent: number
  panel: Panel | null
  field: RefObject<HTMLInputElement | null>
  go: (page: number) => void
  run: (command: Command) => void
}

/** The reader's controls; rarely used ones are in a menu where there is little room. */
export function Toolbar(props: Props) {
  const { page, count, percent, run } = props
  const narrow = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false })
  const tools = toolsOf(props)
  const [find, ...others] = tools
  return (
    <div className={classes.toolbar} role="toolbar" aria-label="Viewer">
      <div className={classes.group}>
        <Tool icon={IconChevronLeft} label="Previous page" off={page <= 1} onClick={() => run('previous')} />
        <PageNumber key={page} page={page} count={count} field={props.field} onPage={props.go} />
        <Tool icon={IconChevronRight} label="Next page" off={page >= count} onClick={() => run('next')} />
      </div>
      <div className={classes.group}>
        <Tool icon={IconZoomOut} label="Zoom out" off={percent <= zoomMin} onClick={() => run('smaller')} />
        <span className={classes.zoom} role="status">
          {Math.round(percent)} %
        </span>
        <Tool icon={IconZoomIn} label="Zoom in" off={percent >= zoomMax} onClick={() => run('larger')} />
      </div>
      <div className={classes.group}>
        {find && <Tool {...find} />}
        {narrow ? <MoreMenu tools={others} /> : others.map((tool) => <Tool key={tool.label} {...tool} />)}
      </div>
    </div>
  )
}

export type ToolProps = {
  icon: Icon
  label: string
  off?: boolean
  /** State: the part that it opens is open. */
  open?: boolean
  /** State: its choice is chosen. */
  chosen?: boolean
  busy?: boolean
  onClick: () => void
}

function Tool(props: ToolProps) {
  const on = props.open || props.chosen
  return (
    <Tooltip label={props.label} events={{ hover: true, focus: true, touch: false }} openDelay={300}>
      <ActionIcon
        variant={on ? 'light' : 'subtle'}
        color={on ? 'brass' : 'gray'}
        size={36}
        aria-label={props.label}
        aria-disabled={props.off ?? false}
        data-disabled={props.off ?? false}
        loading={props.busy ?? false}
        {...(props.open === undefined ? {} : { 'aria-expanded': props.open })}
        {...(props.chosen === undefined ? {} : { 'aria-pressed': props.chosen })}
        onClick={() => {
          if (!props.off) props.onClick()
        }}
      >
        <props.icon size={20} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  )
}
