import { answerError, networkError } from './api.ts'

/**
 * What an address answers with, whole; `onBytes` is told how many have come so far. Throws ApiError; an aborted call
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
    if (answer.ok) return await (onBytes ? counted(answer, onBytes) : answer.blob())
  } catch {
    signal?.throwIfAborted()
    throw networkError()
  }
  throw answerError(answer.status, await answer.text())
}

function counted(answer: Response, onBytes: (received: number) => void): Promise<Blob> {
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

/** Hands a file to the person, among their downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser has taken its own hold of the bytes by the next task.
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000)
}
