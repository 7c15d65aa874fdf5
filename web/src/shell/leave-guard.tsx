import { useEffect, useState } from 'react'
import { type Location, useBlocker } from 'react-router'
import { anythingUnsaved, askFirst, onUnsavedChange, type Parting } from '../lib/unsaved.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

/** Tells whether forms of one address are gone at the other: another page, or another tab of the page. */
const goes = (from: Location, to: Location) => {
  const tab = ({ search }: Location) => new URLSearchParams(search).get('tab')
  return from.pathname !== to.pathname || tab(from) !== tab(to)
}

/**
 * Asks before the page is left while something on it is not saved: by a link, by the browser's Back, by a reload or by closing the tab. Every form
 * registers itself (`useUnsaved`); dialogs ask before they close.
 */
export default function LeaveGuard() {
  const [words, setWords] = useState<Partial<Parting> | null>(null)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const asks = goes(currentLocation, nextLocation) ? askFirst() : null
    setWords(asks)
    return asks !== null
  })
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (anythingUnsaved()) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])
  // Leave once everything has been stored, as nothing is lost then.
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    return onUnsavedChange(() => {
      if (askFirst() === null) blocker.proceed()
    })
  }, [blocker])
  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmDialog
      title={words?.title ?? 'Leave without saving?'}
      confirm={words?.confirm ?? 'Leave without saving'}
      destructive
      failure="Failed to leave the page"
      onClose={() => blocker.reset()}
      act={async () => {
        words?.onLeave?.()
        blocker.proceed()
      }}
    >
      {words?.text ?? 'What you typed on this page is not saved yet, and will be lost.'}
    </ConfirmDialog>
  )
}
