import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, type CallInput, call } from '../lib/api.ts'
import { onConnectionBack, suspectConnection } from '../lib/connection.ts'

type Scan = CallInput<'POST /api/stock-takes/:stockTakeId/scans'>['body']

/** Reads the scans of a stock-take that were not acknowledged, kept in this browser so that none is lost. */
function readKept(key: string): Scan[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? (kept as Scan[]) : []
  } catch {
    return []
  }
}

/**
 * Sends scans one after another, each until the server acknowledged it: without a connection they are kept in this browser, and sent when it is back. A scan
 * sent twice counts once, by its id.
 */
export function useScanQueue(
  stockTakeId: string,
  on: {
    scanned: (scan: Awaited<ReturnType<typeof send>>['scan']) => void
    refused: (code: string, error: unknown) => void
  },
) {
  const key = `deedbox.scans.${stockTakeId}`
  const [waiting, setWaiting] = useState(() => readKept(key))
  const busy = useRef(false)
  const handlers = useRef(on)
  handlers.current = on
  const keep = useCallback(
    (next: Scan[]) => {
      if (next.length > 0) localStorage.setItem(key, JSON.stringify(next))
      else localStorage.removeItem(key)
      setWaiting(next)
    },
    [key],
  )
  const flush = useCallback(async () => {
    if (busy.current) return
    busy.current = true
    for (let [next] = readKept(key); next; [next] = readKept(key)) {
      const { id, code } = next
      try {
        const { scan } = await send(stockTakeId, next)
        handlers.current.scanned(scan)
      } catch (error) {
        // Not answered, or answered that it cannot be now: it stays, and is sent again.
        if (
          !(error instanceof ApiError) ||
          error.code === 'network' ||
          error.status >= 500 ||
          error.status === 401
        ) {
          void suspectConnection()
          break
        }
        handlers.current.refused(code, error)
      }
      keep(readKept(key).filter((one) => one.id !== id))
    }
    busy.current = false
  }, [key, keep, stockTakeId])
  useEffect(() => {
    void flush()
    return onConnectionBack(() => void flush())
  }, [flush])
  const add = useCallback(
    (code: string, placeId: string | null) => {
      keep([...readKept(key), { id: crypto.randomUUID(), code, placeId }])
      void flush()
    },
    [key, keep, flush],
  )
  return { waiting: waiting.length, add }
}

const send = (stockTakeId: string, body: Scan) =>
  call('POST /api/stock-takes/:stockTakeId/scans', { params: { stockTakeId }, body })
