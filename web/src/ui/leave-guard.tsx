import { type ReactNode, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** Asks before the page is left, within Deedbox or by closing the tab, while changes are not saved. */
export function LeaveGuard(props: { when: boolean; title: string; confirm: string; children: ReactNode }) {
  const { when } = props
  const blocker = useBlocker(when)
  useEffect(() => {
    if (!when) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [when])
  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmDialog
      title={props.title}
      confirm={props.confirm}
      destructive
      failure="Failed to leave the page"
      onClose={() => blocker.reset()}
      act={async () => blocker.proceed()}
    >
      {props.children}
    </ConfirmDialog>
  )
}
