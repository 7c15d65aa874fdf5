import type { Size } from '@deedbox/contract/page-pixels.ts'
import { CloseButton } from '@mantine/core'
import { FindPanel } from './find-panel.tsx'
import { NotesPanel } from './notes-panel.tsx'
import { Outline } from './outline.tsx'
import classes from './panels.module.css'
import { Thumbnails } from './thumbnails.tsx'
import type { useAnnotations } from './use-annotations.ts'
import type { Finding } from './use-finding.ts'

export type Panel = 'thumbnails' | 'outline' | 'notes' | 'find'

const names: Record<Panel, string> = {
  thumbnails: 'Thumbnails',
  outline: 'Outline',
  notes: 'Notes',
  find: 'Find',
}

/** Panel beside the pages: thumbnails, outline, notes or search. */
export function SidePanel(props: {
  panel: Panel
  documentId: string
  page: number
  sizes: Size[]
  finding: Finding
  annotations: ReturnType<typeof useAnnotations>
  onPage: (page: number) => void
  onRefused: (error: unknown) => void
  onClose: () => void
}) {
  const { panel, annotations } = props
  return (
    <aside className={classes.panel} data-panel={panel} aria-label={names[panel]}>
      <div className={classes.head}>
        <strong>{names[panel]}</strong>
        <CloseButton size={36} aria-label={`Close ${names[panel].toLowerCase()}`} onClick={props.onClose} />
      </div>
      {panel === 'thumbnails' && <Thumbnails {...props} />}
      {panel === 'outline' && <Outline {...props} />}
      {panel === 'notes' && (
        <NotesPanel
          notes={annotations.notes}
          more={annotations.more}
          current={annotations.marks.currentNote}
          onNote={annotations.showNote}
        />
      )}
      {panel === 'find' && <FindPanel finding={props.finding} />}
    </aside>
  )
}
