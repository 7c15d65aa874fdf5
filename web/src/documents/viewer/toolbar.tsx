import { limits } from '@deedbox/contract/limits.ts'
import { ActionIcon, TextInput, Tooltip } from '@mantine/core'
import {
  type Icon,
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconRotateClockwise,
  IconSearch,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { useState } from 'react'
import classes from './viewer.module.css'

const { zoomMin, zoomMax } = limits.viewer

type Props = {
  page: number
  pages: number
  zoom: number
  finding: boolean
  downloading: boolean
  onPage: (page: number) => void
  onZoom: (direction: 1 | -1) => void
  onTurn: () => void
  onFinding: () => void
  onDownload: (() => void) | null
}

/** The viewer's controls. */
export function Toolbar(props: Props) {
  const { page, pages, zoom } = props
  return (
    <div className={classes.toolbar} role="toolbar" aria-label="Viewer">
      <div className={classes.group}>
        <Tool
          icon={IconChevronLeft}
          label="Previous page"
          off={page <= 1}
          onClick={() => props.onPage(page - 1)}
        />
        <PageNumber key={page} {...props} />
        <Tool
          icon={IconChevronRight}
          label="Next page"
          off={page >= pages}
          onClick={() => props.onPage(page + 1)}
        />
      </div>
      <div className={classes.group}>
        <Tool icon={IconZoomOut} label="Zoom out" off={zoom <= zoomMin} onClick={() => props.onZoom(-1)} />
        <span className={classes.zoom} role="status">
          {zoom} %
        </span>
        <Tool icon={IconZoomIn} label="Zoom in" off={zoom >= zoomMax} onClick={() => props.onZoom(1)} />
        <Tool icon={IconRotateClockwise} label="Rotate" onClick={props.onTurn} />
      </div>
      <div className={classes.group}>
        <Tool icon={IconSearch} label="Search" pressed={props.finding} onClick={props.onFinding} />
        {props.onDownload && (
          <Tool icon={IconDownload} label="Download" busy={props.downloading} onClick={props.onDownload} />
        )}
      </div>
    </div>
  )
}

function PageNumber({ page, pages, onPage }: Props) {
  const [text, setText] = useState(String(page))
  const go = () => {
    const target = Number.parseInt(text, 10)
    if (target >= 1 && target <= pages) onPage(target)
    else setText(String(page))
  }
  return (
    <form
      className={classes.number}
      onSubmit={(event) => {
        event.preventDefault()
        go()
      }}
    >
      <TextInput
        aria-label={`Page number, of ${pages}`}
        inputMode="numeric"
        size="xs"
        w="3rem"
        maxLength={5}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={go}
      />
      <span>of {pages}</span>
    </form>
  )
}

function Tool(props: {
  icon: Icon
  label: string
  off?: boolean
  pressed?: boolean
  busy?: boolean
  onClick: () => void
}) {
  return (
    <Tooltip label={props.label} events={{ hover: true, focus: true, touch: false }} openDelay={300}>
      <ActionIcon
        variant={props.pressed ? 'light' : 'subtle'}
        color={props.pressed ? 'brass' : 'gray'}
        size={36}
        aria-label={props.label}
        aria-disabled={props.off ?? false}
        data-disabled={props.off ?? false}
        loading={props.busy ?? false}
        {...(props.pressed === undefined ? {} : { 'aria-expanded': props.pressed })}
        onClick={() => {
          if (!props.off) props.onClick()
        }}
      >
        <props.icon size={20} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  )
}
