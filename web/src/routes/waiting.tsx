import type { ReactNode } from 'react'
import { WaitingQueue } from '../dashboard/waiting-queue.tsx'
import { documentColumn } from '../requests/columns.tsx'
import { useReview } from '../requests/use-review.tsx'

/** How the requests that wait for the reader are shown, with buttons to decide them where they stand. */
export function useQueueCells() {
  const { actions, dialog } = useReview()
  return { cells: { document: documentColumn.cell, actions }, dialog }
}

/** Every request that is waiting for the reader. `empty`: what to show when none is. */
export function Waiting({ empty }: { empty: ReactNode }) {
  const { cells, dialog } = useQueueCells()
  return (
    <>
      <WaitingQueue {...cells} empty={empty} />
      {dialog}
    </>
  )
}
