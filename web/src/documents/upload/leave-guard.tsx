import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/**
 * Warns before the page is left, within Deedbox or by closing the tab, while files are being uploaded or are still
 * to be uploaded. Once everything is uploaded, navigation continues.
 */
export function LeaveGuard(props: { going: boolean; described: boolean; onLeave: () => void }) {
  const { going, onLeave } = props
  const when = going || props.described
  const blocker = useBlocker(when)
  useEffect(() => {
    if (!when) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [when])
  // Leave once everything has been stored, as nothing is lost then.
  useEffect(() => {
    if (blocker.state === 'blocked' && !when) blocker.proceed()
  }, [blocker, when])
  if (blocker.state !== 'blocked' || !when) return null
  return (
    <ConfirmDialog
      title={going ? 'Leave while files are being uploaded?' : 'Leave without uploading?'}
      confirm={going ? 'Leave and stop the uploads' : 'Leave without uploading'}
      destructive
      failure="Failed to leave the page"
      onClose={() => blocker.state === 'blocked' && blocker.reset()}
      act={async () => {
        onLeave()
        blocker.proceed()
      }}
    >
      {going
        ? 'The uploads stop. What has arrived is kept for a day: come back to this page, choose the same file and the upload goes on.'
        : 'The files that you chose and the details that you entered will be lost.'}
    </ConfirmDialog>
  )
}
