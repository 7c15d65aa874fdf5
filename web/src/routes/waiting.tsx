import type { ReactNode } from 'react'
import { WaitingForYou, WaitingQueue } from '../dashboard/waiting-queue.tsx'
import { documentColumn } from '../requests/columns.tsx'
import { useReview } from '../requests/use-review.tsx'

/** What is waiting for the reader, with buttons to decide it here. `empty`: what to show when nothing is waiting. */
export function Waiting({ empty, whole = false }: { empty: ReactNode; whole?: boolean }) {
  const { actions, dialog } = useReview()
  const Queue = whole ? WaitingQueue : WaitingForYou
  return (
    <>
      <Queue document={documentColumn.cell} actions={actions} empty={empty} />
      {dialog}
    </>
  )
}
