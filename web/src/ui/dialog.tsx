import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'

/**
 * A dialog that is open while it is mounted (`{asked && <Dialog …/>}`), so that its fields and texts start afresh each
 * time. When it goes, the focus returns to what opened it.
 */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  const [opener] = useState(() => document.activeElement)
  const open = useRef(false)
  useEffect(() => {
    open.current = true
    return () => {
      open.current = false
      setTimeout(() => {
        if (!open.current && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
      })
    }
  }, [opener])
  return <Modal opened {...props} />
}
