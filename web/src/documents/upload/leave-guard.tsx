import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/**
 * Warns before the page is left, within Deedbox or by closing the tab, while files are being uploaded or wait to be.
 * Once they have been uploaded, whoever wanted to leave goes on.
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
  // What was to be lost is stored by now, perhaps in the very moment of leaving.
  useEffect(() => {
    if (blocker.state === 'blocked' && !when) blocker.proceed()
  }, [blocker, when])
  if (blocker.state !== 'blocked' || !when) return null
  return (
    <ConfirmDialog
      title={going ? 'Leave while files are being uploaded?' : 'Leave without uploading?'}
      confirm={going ? 'Leave and stop the uploads' : 'Leave without uploading'}
      destructive
      failure="The page could not be left"
      onClose={() => blocker.state === 'blocked' && blocker.reset()}
      act={async () => {
        onLeave()
        blocker.proceed()
      }}
    >
      {going
        ? 'What has not been uploaded completely is lost. Documents that are already stored stay.'
        : 'The files that you chose, and what you wrote about them, are not kept.'}
    </ConfirmDialog>
  )
}
