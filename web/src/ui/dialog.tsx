import type { ComponentProps } from 'react'
import { useLetGo } from './cancel-button.tsx'
import { DialogFrame } from './dialog-frame.tsx'

/**
 * A dialog that is open while it is mounted (`{asked && <Dialog …/>}`), so that its fields and texts are fresh each time. While something in it is not
 * saved, Escape, the button Close, a click outside and `CancelButton` ask first: every form in it is known (`useUnsaved`).
 */
export function Dialog({ onClose, children, ...rest }: ComponentProps<typeof DialogFrame>) {
  const { letGo, question, inside } = useLetGo(onClose)
  return (
    <>
      <DialogFrame {...rest} onClose={letGo}>
        {inside(children)}
      </DialogFrame>
      {question}
    </>
  )
}
