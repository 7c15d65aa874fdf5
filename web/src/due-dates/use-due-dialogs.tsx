import { type ReactNode, useState } from 'react'
import { DueDialog } from './due-dialog.tsx'
import { DueFacts } from './due-facts.tsx'
import type { DueDate } from './queries.ts'
import { SettleDialog, type Settling } from './settle-dialog.tsx'

/** Opens the dialogs about one date: what it is, then what is done with it. */
export function useDueDialogs(): { open: (due: DueDate, act?: Settling) => void; dialog: ReactNode } {
  const [chosen, setChosen] = useState<{ due: DueDate; act: Settling | 'change' | null } | null>(null)
  const close = () => setChosen(null)
  const open = (due: DueDate, act: Settling | null = null) => setChosen({ due, act })
  if (!chosen) return { open, dialog: null }
  const { due, act } = chosen
  const dialog =
    act === null ? (
      <DueFacts due={due} onAct={(next) => setChosen({ due, act: next })} onClose={close} />
    ) : act === 'change' ? (
      <DueDialog due={due} onClose={close} />
    ) : (
      <SettleDialog due={due} act={act} onClose={close} />
    )
  return { open, dialog }
}
