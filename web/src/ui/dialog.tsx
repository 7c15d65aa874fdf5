import { Modal, type ModalRootProps } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { holderOf } from './kept-focus.ts'

/**
 * A dialog that is open while it is mounted (`{asked && <Dialog …/>}`), so that its fields and texts are fresh each
 * time. When it closes, the focus returns to what opened it.
 */
export function Dialog({
  title,
  children,
  ...rest
}: Omit<ModalRootProps, 'opened' | 'title'> & { title: string; children: ReactNode }) {
  const [opener] = useState(() => document.activeElement)
  const open = useRef(false)
  useEffect(() => {
    open.current = true
    return () => {
      open.current = false
      setTimeout(() => {
        if (open.current || !(opener instanceof HTMLElement)) return
        // The action may have removed what opened it (Revoke): then focus what replaces it, or the page itself.
        const target = holderOf(opener) ?? document.getElementById('main')
        target?.focus({ preventScroll: true })
      })
    }
  }, [opener])
  return (
    <Modal.Root opened centered {...rest}>
      <Modal.Overlay />
      <Modal.Content>
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
