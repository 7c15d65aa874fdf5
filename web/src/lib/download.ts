import { ApiError, answerError, drawnWithinMs, networkError, timeoutError, withProof } from './api.ts'
import { fileKeyFor } from './file-keys.ts'
import { patienceMs, watchSilence } from './patience.ts'

/**
 * Downloads everything at an address, however long it takes while bytes keep coming; calls `onBytes` with the number of
 * bytes received so far. Throws ApiError; an aborted call throws the signal's reason.
 */
export const bytesAt = (
  address: string,
  signal?: AbortSignal,
  onBytes?: (received: number) => void,
  /** Body sent as JSON, which makes the request a POST. */
  body?: unknown,
): Promise<Blob> => withProof(() => fetchBytes(address, signal, onBytes, body))

async function fetchBytes(
  address: string,
  signal?: AbortSignal,
  onBytes?: (received: number) => void,
  body?: unknown,
): Promise<Blob> {
  const silence = watchSilence(drawnWithinMs)
  try {
    const answer = await fetch(address, {
      ...(body === undefined
        ? { headers: fileKeyFor(address) }
        : {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }),
      signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
    })
    const counted = countBytes(answer, (received) => {
      silence.heard(patienceMs)
      onBytes?.(received)
    })
    if (answer.ok) return await counted.blob()
    throw answerError(answer.status, await counted.text())
  } catch (error) {
    if (error instanceof ApiError) throw error
    signal?.throwIfAborted()
    throw silence.signal.aborted ? timeoutError(true) : networkError()
  } finally {
    silence.end()
  }
}

function countBytes(answer: Response, onBytes: (received: number) => void): Response {
  let received = 0
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(bytes, stream) {
      received += bytes.byteLength
      onBytes(received)
      stream.enqueue(bytes)
    },
  })
  return new Response(answer.body?.pipeThrough(counter) ?? null, { headers: answer.headers })
}

/** Saves a file to the person's downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Revoke the address once the browser has its own reference to the bytes.
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000)
}
