import type { ReactNode } from 'react'
import { WaitingQueue } from '../dashboard/waiting-queue.tsx'
import { documentColumn } from '../requests/columns.tsx'
import { useReview } from '../requests/use-review.tsx'

/** Returns the cells of requests that wait for the reader, with buttons to decide them in their rows. */
export function useQueueCells() {
  const { actions, dialog } = useReview()
  return { cells: { document: documentColumn.cell, actions }, dialog }
}

/** List of all requests that wait for the reader. `empty` is shown when there are none. */
export function Waiting({ empty }: { empty: ReactNode }) {
  const { cells, dialog } = useQueueCells()
  return (
    <>
      <WaitingQueue {...cells} empty={empty} />
      {dialog}
    </>
  )
}
