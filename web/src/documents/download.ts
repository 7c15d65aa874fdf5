import { counted } from '@deedbox/contract/counts.ts'
import { dayOf } from '@deedbox/contract/dates.ts'
import { shortListText } from '@deedbox/contract/list-text.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { useMutation } from '@tanstack/react-query'
import { addressOf } from '../lib/api.ts'
import { bytesAt, saveFile } from '../lib/download.ts'
import { useDeployment, useServerNow } from '../lib/session.ts'
import { toast } from '../ui/toast.tsx'

/**
 * Downloads files. A file is fetched completely before it is saved, so that a damaged or refused one gives an error message instead of half a file.
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

type Chosen = { documents: { id: string }[]; leftOut: { title: string }[] }

/** Downloads several documents as one ZIP, fetched completely before it is saved, and names the chosen ones that it leaves out. */
export function useDownloadMany() {
  const { timeZone } = useDeployment()
  const now = useServerNow()
  return useMutation({
    mutationFn: async ({ documents }: Chosen) => {
      const body = { documentIds: documents.map(({ id }) => id) }
      const file = await bytesAt(addressOf('POST /api/documents/download', {}), undefined, undefined, body)
      saveFile(file, `deedbox documents ${dayOf(new Date(now), timeZone)}.zip`)
    },
    onSuccess: (_, { documents, leftOut }) => {
      const titles = leftOut.map(({ title }) => title)
      const others = titles.length > 0 ? `. Only for viewing: ${shortListText(titles, 3)}` : ''
      toast.success(`${counted(documents.length, 'document')} downloaded${others}`)
    },
    onError: (error) => toast.failure(screen.downloadFailed, error),
  })
}
