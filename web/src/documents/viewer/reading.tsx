import { readFileId } from '@deedbox/contract/file-id.ts'
import type { Size } from '@deedbox/contract/page-pixels.ts'
import { VisuallyHidden } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { toast } from '../../ui/toast.tsx'
import { AloudBar } from './aloud-bar.tsx'
import { CopyingBar } from './copying-bar.tsx'
import { Help } from './help.tsx'
import { type Command, commandOf } from './keys.ts'
import { LinkDialog } from './link-dialog.tsx'
import type { Pictures } from './pictures.ts'
import { PrintDialog } from './print-dialog.tsx'
import type { ReaderProps } from './reader.tsx'
import { type Panel, SidePanel } from './side-panel.tsx'
import { Stage, type StageHandle } from './stage.tsx'
import { Toolbar } from './toolbar.tsx'
import { canReadAloud, useReadAloud } from './use-aloud.ts'
import { useAnnotations } from './use-annotations.ts'
import { useCopying } from './use-copying.ts'
import { useFinding } from './use-finding.ts'
import { useKeys } from './use-keys.ts'
import { useLook } from './use-look.ts'
import { useOpenPage } from './use-open-page.ts'
import classes from './viewer.module.css'

/** The open document: toolbar, side panel and pages, with their keys and buttons. */
export function Reading(
  props: ReaderProps & { sizes: Size[]; outlined: boolean; annotated: boolean; pictures: Pictures },
) {
  const { document, sizes, pictures, onRefused } = props
  const count = sizes.length
  const copies = document.can.download
  const stage = useRef<StageHandle>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => stage.current?.focus(), [])
  const go = useCallback((target: number) => stage.current?.go(Math.min(count, Math.max(1, target))), [count])
  const { page, start, setPage } = useOpenPage(props, count, go)
  const { look, percent, setPercent, command: lookBy, zoomTo, setFit } = useLook()
  const [panel, setPanel] = useState<Panel | null>(null)
  const [dialog, setDialog] = useState<'print' | 'help' | { address: string } | null>(null)
  const finding = useFinding({
    ...{ page, count, onRefused },
    documentId: document.id,
    show: (find) => stage.current?.show(find),
    sees: (page) => stage.current?.sees(page) ?? false,
  })
  const annotations = useAnnotations({
    ...{ stage, onRefused },
    documentId: document.id,
    there: props.annotated,
    onAddress: (address) => setDialog({ address }),
    onNotes: () => setPanel('notes'),
  })
  const copying = useCopying({ documentId: document.id, count, copies, stage, onRefused })
  const aloud = useReadAloud({ documentId: document.id, count, onPage: go, onRefused })

  // Focus on the pages when a dialog closes that a menu opened, as it cannot return the focus.
  useEffect(() => {
    if (dialog === null) return
    return () =>
      void setTimeout(() => {
        if (!window.document.activeElement?.closest('[role=dialog]')) stage.current?.focus()
      })
  }, [dialog])

  const closePanel = () => {
    setPanel(null)
    finding.clear()
    annotations.forget()
    stage.current?.focus()
  }
  const toggle = (which: Panel) => (panel === which ? closePanel() : setPanel(which))
  const print = () =>
    copies
      ? setDialog('print')
      : toast.warning('You were given access to view this document, not to print it.')
  const copyLink = () => {
    const { origin } = window.location
    const { documentId, attachment } = readFileId(document.id)
    const of = attachment.length > 0 ? `&attachment=${attachment.join('.')}` : ''
    navigator.clipboard?.writeText(`${origin}/documents/${documentId}?page=${page}${of}`).then(
      () => toast.success(`Link to page ${page} copied`),
      () => toast.warning('The link could not be copied. It is in the address bar.'),
    )
  }
  const commands: Partial<Record<Command, () => void>> = {
    next: () => stage.current?.step(1),
    previous: () => stage.current?.step(-1),
    'screen-on': () => stage.current?.scroll(0.9),
    'screen-back': () => stage.current?.scroll(-0.9),
    'line-on': () => stage.current?.scroll(0.1),
    'line-back': () => stage.current?.scroll(-0.1),
    first: () => go(1),
    last: () => go(count),
    go: () => field.current?.focus(),
    find: () => {
      setPanel('find')
      finding.focus()
    },
    'next-hit': () => finding.step(1),
    'previous-hit': () => finding.step(-1),
    thumbnails: () => toggle('thumbnails'),
    ...(props.outlined && { outline: () => toggle('outline') }),
    ...(annotations.notes.length > 0 && { notes: () => toggle('notes') }),
    'select-all': copying.selectAll,
    print,
    link: copyLink,
    help: () => setDialog('help'),
    close: () => (panel ? closePanel() : props.onClose()),
  }
  const run = (command: Command) => (commands[command] ?? (() => lookBy(command)))()
  useKeys(dialog === null, (event, where) => commandOf(event, where), run)

  return (
    <div className={classes.reader}>
      <Toolbar
        {...{ page, count, look, percent, panel, field, go, run, setFit }}
        outlined={props.outlined}
        noted={annotations.notes.length > 0}
        prints={copies}
        onCopy={copies ? copying.copy : null}
        aloud={copies && canReadAloud() ? () => aloud.begin(page) : null}
        downloading={props.downloading}
        onDownload={props.onDownload}
      />
      <AloudBar aloud={aloud} />
      <CopyingBar copying={copying} count={count} />
      <VisuallyHidden role="status">{`Page ${page} of ${count}`}</VisuallyHidden>
      <div className={classes.middle}>
        {panel && (
          <SidePanel
            {...{ panel, page, sizes, finding, annotations, onRefused }}
            documentId={document.id}
            onPage={go}
            onClose={closePanel}
          />
        )}
        <Stage
          ref={stage}
          documentId={document.id}
          title={document.title}
          pdf={!document.fileType.startsWith('image/')}
          finds={finding.finds}
          current={finding.current}
          marks={annotations.marks}
          onPage={setPage}
          percent={percent}
          onPercent={setPercent}
          onZoom={zoomTo}
          {...{ sizes, look, start, pictures, copies, onRefused }}
        />
      </div>
      {dialog === 'help' && <Help prints={copies} onClose={() => setDialog(null)} />}
      {dialog !== null && typeof dialog === 'object' && (
        <LinkDialog address={dialog.address} onClose={() => setDialog(null)} />
      )}
      {dialog === 'print' && (
        <PrintDialog document={document} {...{ count, page, onRefused }} onClose={() => setDialog(null)} />
      )}
    </div>
  )
}
