import { screen } from '@deedbox/contract/messages.ts'
import { useMutation } from '@tanstack/react-query'
import { addressOf, answerError, networkError } from '../lib/api.ts'
import { toast } from '../ui/toast.tsx'

/**
 * Downloads files. They are read to their end before they are handed to the person, so that one that turns out to be
 * damaged, or is refused, ends in plain words and never as half a file among the downloads.
 */
export function useDownload() {
  return useMutation({
    mutationFn: async ({ id, fileName }: { id: string; fileName: string }) => {
      const address = addressOf('GET /api/documents/:documentId/content', { params: { documentId: id } })
      const file = await bytesAt(address)
      const link = document.createElement('a')
      link.href = URL.createObjectURL(file)
      link.download = fileName
      link.click()
      // The browser has taken its own hold of the bytes by the next task.
      setTimeout(() => URL.revokeObjectURL(link.href), 1_000)
    },
    onError: (error) => toast.failure(screen.downloadFailed, error),
  })
}

/** What an address answers with, whole. Throws ApiError; an aborted call throws the signal's reason. */
export async function bytesAt(address: string, signal?: AbortSignal): Promise<Blob> {
  let answer: Response
  try {
    answer = await fetch(address, { signal: signal ?? null })
    if (answer.ok) return await answer.blob()
  } catch {
    signal?.throwIfAborted()
    throw networkError()
  }
  throw answerError(answer.status, await answer.text())
}
