import type { ReactNode } from 'react'
import { WaitingForYou, WaitingQueue } from '../dashboard/waiting-queue.tsx'
import { documentColumn } from '../requests/columns.tsx'
import { useReview } from '../requests/use-review.tsx'

/** What waits for the reader, with the decisions that can be made in place. `empty`: what is said when nothing does. */
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
