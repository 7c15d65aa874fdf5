import { Button, type ButtonProps } from '@mantine/core'
import { createContext, type ReactNode, use, useState } from 'react'
import { askFirst, checksNow, type Parting } from '../lib/unsaved.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** Checks of the page below a dialog, which closing that dialog does not ask about. */
const Below = createContext<ReadonlySet<unknown> | null>(null)

/** Returns a way to let a form or a dialog go, which asks first while something in it is not saved; and the question, to be shown. */
export function useLetGo(go: () => void) {
  const known = use(Below)
  // Checks of the page below; those of this form register after it is first rendered.
  const [below] = useState(() => known ?? checksNow())
  const [words, setWords] = useState<Partial<Parting> | null>(null)
  const letGo = () => {
    const asks = askFirst(below)
    if (asks) setWords(asks)
    else go()
  }
  const question = words && (
    <ConfirmDialog
      title={words.title ?? 'Close without saving?'}
      confirm={words.confirm ?? 'Close without saving'}
      destructive
      failure="Failed to close"
      onClose={() => setWords(null)}
      act={async () => {
        words.onLeave?.()
        go()
      }}
    >
      {words.text ?? 'What you entered here is not saved yet, and will be lost.'}
    </ConfirmDialog>
  )
  const inside = (children: ReactNode) => <Below value={below}>{children}</Below>
  return { letGo, question, inside }
}

/** The button Cancel of a form, in a dialog or on a page: it asks before it lets typed text go. */
export function CancelButton({
  onCancel,
  children = 'Cancel',
  ...rest
}: Pick<ButtonProps, 'disabled'> & {
  onCancel: () => void
  children?: ReactNode
  'data-autofocus'?: boolean
}) {
  const { letGo, question } = useLetGo(onCancel)
  return (
    <>
      <Button variant="default" onClick={letGo} {...rest}>
        {children}
      </Button>
      {question}
    </>
  )
}
