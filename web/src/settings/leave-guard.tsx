import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

/** Asks before the page is left, within Deedbox or by closing the tab, while changes are not saved. */
export function LeaveGuard({ when }: { when: boolean }) {
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
      title="Leave without saving?"
      confirm="Leave without saving"
      destructive
      failure="Failed to leave the page"
      onClose={() => blocker.reset()}
      act={async () => blocker.proceed()}
    >
      The settings that you changed are not saved yet.
    </ConfirmDialog>
  )
}
