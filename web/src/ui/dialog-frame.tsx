import { Modal, type ModalRootProps } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './dialog-frame.module.css'
import { focusAt, placeOf } from './kept-focus.ts'

/** The frame of a dialog: `Dialog` and `ConfirmDialog` are made of it. When it closes, the focus returns to the element that opened it. */
export function DialogFrame({
  title,
  children,
  ...rest
}: Omit<ModalRootProps, 'opened' | 'title'> & { title: string; children: ReactNode }) {
  const [opener] = useState(() => placeOf(document.activeElement))
  const open = useRef(false)
  useEffect(() => {
    open.current = true
    return () => {
      open.current = false
      // The action may have removed the opener (Revoke). Focus after all dialogs that close together.
      setTimeout(() => {
        if (!open.current) focusAt(opener)
      })
    }
  }, [opener])
  return (
    // Appears without a shift: what is shifted would hold and cut the fixed lists of its fields.
    <Modal.Root opened centered transitionProps={{ transition: 'fade', duration: 200 }} {...rest}>
      <Modal.Overlay />
      <Modal.Content className={classes.content ?? ''}>
        {/* A <header> would count as a second banner of the page. */}
        <Modal.Header role="none">
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
