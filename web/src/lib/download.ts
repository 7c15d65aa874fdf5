import { answerError, networkError } from './api.ts'

/**
 * Downloads everything at an address; calls `onBytes` with the number of bytes received so far. Throws ApiError; an aborted call
 * throws the signal's reason.
 */
export async function bytesAt(
  address: string,
  signal?: AbortSignal,
  onBytes?: (received: number) => void,
): Promise<Blob> {
  let answer: Response
  try {
    answer = await fetch(address, { signal: signal ?? null })
    if (answer.ok) return await (onBytes ? countBytes(answer, onBytes) : answer.blob())
  } catch {
    signal?.throwIfAborted()
    throw networkError()
  }
  throw answerError(answer.status, await answer.text())
}

function countBytes(answer: Response, onBytes: (received: number) => void): Promise<Blob> {
  let received = 0
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(bytes, stream) {
      received += bytes.byteLength
      onBytes(received)
      stream.enqueue(bytes)
    },
  })
  return new Response(answer.body?.pipeThrough(counter) ?? null, { headers: answer.headers }).blob()
}

/** Saves a file to the person's downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // By then the browser has its own reference to the bytes.
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000)
}
