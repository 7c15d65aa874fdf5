import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, type CallInput, call } from '../lib/api.ts'
import { onConnectionBack, suspectConnection } from '../lib/connection.ts'
import { useUser } from '../lib/session.ts'

type Scan = CallInput<'POST /api/stock-takes/:stockTakeId/scans'>['body']

/** Milliseconds after which a scan that could not be sent is tried again while the connection is there. */
const againAfterMs = 10_000

/** Scans of a browser that lets no page store anything: kept as long as the page is open. */
const unstored = new Map<string, Scan[]>()

/** Reads the scans that were not acknowledged, kept in this browser so that none is lost. */
function readKept(key: string): Scan[] {
  const inMemory = unstored.get(key)
  if (inMemory) return inMemory
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? (kept as Scan[]) : []
  } catch {
    return []
  }
}

function storeKept(key: string, scans: Scan[]): void {
  try {
    if (scans.length > 0) localStorage.setItem(key, JSON.stringify(scans))
    else localStorage.removeItem(key)
    unstored.delete(key)
  } catch {
    unstored.set(key, scans)
  }
}

/** Tells whether a scan is to be sent again: it was not answered, or the answer says that it cannot be now. */
const mayComeLater = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.code === 'network' ||
  error.status >= 500 ||
  [401, 408, 429].includes(error.status)

/**
 * Sends scans one after another, each until the server acknowledged it: without a connection they are kept in this browser, and sent when it is back. A scan
 * sent twice counts once, by its id. Whoever scans is known by the session, so each person of a shared phone has a queue.
 */
export function useScanQueue(
  stockTakeId: string,
  on: {
    scanned: (scan: Awaited<ReturnType<typeof send>>['scan']) => void
    refused: (code: string, error: unknown) => void
  },
) {
  const key = `deedbox.scans.${useUser().id}.${stockTakeId}`
  const [waiting, setWaiting] = useState(() => readKept(key))
  const busy = useRef(false)
  const handlers = useRef(on)
  handlers.current = on
  const keep = useCallback(
    (next: Scan[]) => {
      storeKept(key, next)
      setWaiting(next)
    },
    [key],
  )
  const again = useRef<ReturnType<typeof setTimeout>>(undefined)
  const flush = useCallback(async () => {
    if (busy.current) return
    busy.current = true
    clearTimeout(again.current)
    for (let [next] = readKept(key); next; [next] = readKept(key)) {
      const { id, code } = next
      try {
        const { scan } = await send(stockTakeId, next)
        handlers.current.scanned(scan)
      } catch (error) {
        if (mayComeLater(error)) {
          void suspectConnection()
          // The connection may be there all the time, and then nothing else tells when to go on.
          again.current = setTimeout(() => void flush(), againAfterMs)
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
    const stop = onConnectionBack(() => void flush())
    return () => {
      stop()
      clearTimeout(again.current)
    }
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
