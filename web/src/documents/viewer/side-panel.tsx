import type { Size } from '@deedbox/contract/page-pixels.ts'
import { CloseButton } from '@mantine/core'
import { FindPanel } from './find-panel.tsx'
import { Outline } from './outline.tsx'
import classes from './panels.module.css'
import { Thumbnails } from './thumbnails.tsx'
import type { Finding } from './use-finding.ts'

export type Panel = 'thumbnails' | 'outline' | 'find'

const names: Record<Panel, string> = { thumbnails: 'Thumbnails', outline: 'Outline', find: 'Find' }

/** Panel beside the pages: thumbnails, outline or search. */
export function SidePanel(props: {
  panel: Panel
  documentId: string
  page: number
  sizes: Size[]
  finding: Finding
  onPage: (page: number) => void
  onRefused: (error: unknown) => void
  onClose: () => void
}) {
  const { panel } = props
  return (
    <aside className={classes.panel} data-panel={panel} aria-label={names[panel]}>
      <div className={classes.head}>
        <strong>{names[panel]}</strong>
        <CloseButton size={36} aria-label={`Close ${names[panel].toLowerCase()}`} onClick={props.onClose} />
      </div>
      {panel === 'thumbnails' && <Thumbnails {...props} />}
      {panel === 'outline' && <Outline {...props} />}
      {panel === 'find' && <FindPanel finding={props.finding} />}
    </aside>
  )
}
