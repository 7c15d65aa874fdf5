import { attachedTo } from '@deedbox/contract/file-id.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { askEarly } from './early-page.ts'
import { keyOf, pageSizesQuery } from './reading-queries.ts'

/** Asks for what the reader shows first while its code comes and the server looks the document up. `page`: null while nothing is read. */
export function useOpening(documentId: string, page: number | null, attachment: string | null): void {
  const client = useQueryClient()
  const isViewing = page !== null
  const fileId = attachment ? attachedTo(documentId, attachment) : documentId
  const askForFirst = useEffectEvent(() => (page === 1 ? askEarly(fileId) : undefined))
  useEffect(() => {
    if (!isViewing) return
    void client.prefetchQuery(pageSizesQuery(fileId))
    const giveUp = askForFirst()
    // What came before somebody left is asked for again at the next opening, which is another reading.
    return () => {
      giveUp?.()
      client.removeQueries({ queryKey: keyOf(fileId) })
    }
  }, [isViewing, fileId, client])
}
