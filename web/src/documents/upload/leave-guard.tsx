import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** Warns before uploads are cut off by leaving the page, within Deedbox or by closing the tab. */
export function LeaveGuard({ when, onLeave }: { when: boolean; onLeave: () => void }) {
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
      title="Leave while files are being uploaded?"
      confirm="Leave and stop the uploads"
      destructive
      failure="The page could not be left"
      onClose={() => blocker.state === 'blocked' && blocker.reset()}
      act={async () => {
        onLeave()
        blocker.proceed()
      }}
    >
      What has not been uploaded completely is lost. Documents that are already stored stay.
    </ConfirmDialog>
  )
}
