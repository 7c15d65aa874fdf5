import { screen } from '@deedbox/contract/messages.ts'
import { useMutation } from '@tanstack/react-query'
import { addressOf } from '../lib/api.ts'
import { bytesAt, saveFile } from '../lib/download.ts'
import { toast } from '../ui/toast.tsx'

/**
 * Downloads files. A file is fetched completely before it is saved, so that a damaged or refused one ends in an error
 * message and never as half a file among the downloads.
 */
export function useDownload() {
  return useMutation({
    mutationFn: async ({ id, fileName }: { id: string; fileName: string }) => {
      const address = addressOf('GET /api/documents/:documentId/content', { params: { documentId: id } })
      saveFile(await bytesAt(address), fileName)
    },
    onError: (error) => toast.failure(screen.downloadFailed, error),
  })
}
