import {
  IconArrowAutofitHeight,
  IconArrowAutofitWidth,
  IconCopy,
  IconDownload,
  IconKeyboard,
  IconLayoutSidebar,
  IconLink,
  IconList,
  IconMessage,
  IconPrinter,
  IconRotateClockwise,
  IconSearch,
  IconVolume,
} from '@tabler/icons-react'
import type { Command } from './keys.ts'
import type { Panel } from './side-panel.tsx'
import type { ToolProps } from './toolbar.tsx'
import type { Fit, Look } from './view.ts'

export type ToolInput = {
  look: Look
  panel: Panel | null
  /** State: the document has an outline. */
  outlined: boolean
  /** State: it has notes. */
  noted: boolean
  /** State: it may be printed. */
  prints: boolean
  /** Reads aloud; null where that is not possible or not allowed. */
  aloud: (() => void) | null
  /** Copies all words; null where they may not be had. */
  onCopy: (() => void) | null
  downloading: boolean
  onDownload: (() => void) | null
  run: (command: Command) => void
  setFit: (fit: Fit) => void
}

/** Lists the tools that this person has for this document. The first one is always at hand. */
export function toolsOf(input: ToolInput): ToolProps[] {
  const { look, panel, run, setFit } = input
  const fit = (name: Fit) => () => setFit(look.fit === name ? 'own' : name)
  const tool = (shown: boolean, props: ToolProps): ToolProps[] => (shown ? [props] : [])
  return [
    {
      icon: IconSearch,
      label: 'Search',
      open: panel === 'find',
      onClick: () => run(panel === 'find' ? 'close' : 'find'),
    },
    {
      icon: IconLayoutSidebar,
      label: 'Thumbnails',
      open: panel === 'thumbnails',
      onClick: () => run('thumbnails'),
    },
    ...tool(input.outlined, {
      icon: IconList,
      label: 'Outline',
      open: panel === 'outline',
      onClick: () => run('outline'),
    }),
    ...tool(input.noted, {
      icon: IconMessage,
      label: 'Notes',
      open: panel === 'notes',
      onClick: () => run('notes'),
    }),
    {
      icon: IconArrowAutofitWidth,
      label: 'Fit to width',
      chosen: look.fit === 'width',
      onClick: fit('width'),
    },
    {
      icon: IconArrowAutofitHeight,
      label: 'Fit whole page',
      chosen: look.fit === 'page',
      onClick: fit('page'),
    },
    { icon: IconRotateClockwise, label: 'Rotate', onClick: () => run('turn') },
    ...tool(input.aloud !== null, {
      icon: IconVolume,
      label: 'Read aloud from this page',
      onClick: () => input.aloud?.(),
    }),
    ...tool(input.onCopy !== null, {
      icon: IconCopy,
      label: 'Copy all words',
      onClick: () => input.onCopy?.(),
    }),
    { icon: IconLink, label: 'Copy link to this page', onClick: () => run('link') },
    ...tool(input.prints, { icon: IconPrinter, label: 'Print', onClick: () => run('print') }),
    ...tool(input.onDownload !== null, {
      icon: IconDownload,
      label: 'Download',
      busy: input.downloading,
      onClick: () => input.onDownload?.(),
    }),
    { icon: IconKeyboard, label: 'Keyboard help', onClick: () => run('help') },
  ]
}
