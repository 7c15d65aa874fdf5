import { counted } from '@deedbox/contract/counts.ts'
import { shortListText } from '@deedbox/contract/list-text.ts'
import { fill, success } from '@deedbox/contract/messages.ts'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { toast } from '../ui/toast.tsx'
import type { Named } from './left-out.tsx'

type Chosen = { documents: Named[]; leftOut?: Named[] }

/** Confirms documents at once. */
export async function confirmDetails(documents: Named[]): Promise<void> {
  await call('POST /api/documents/confirm', { body: { documentIds: documents.map(({ id }) => id) } })
  toast.success(
    fill(success.confirmed, {
      n: documents.length === 1 ? 'Details' : counted(documents.length, 'document'),
    }),
  )
  void refreshEverything()
}

/** Unarchives documents, and names the chosen ones that are not archived. */
export async function bringBack({ documents, leftOut = [] }: Chosen): Promise<void> {
  await call('POST /api/documents/unarchive', { body: { documentIds: documents.map(({ id }) => id) } })
  const done = fill(success.unarchived, {
    n: documents.length === 1 ? 'Document' : counted(documents.length, 'document'),
  })
  const titles = leftOut.map(({ title }) => title)
  toast.success(titles.length > 0 ? `${done}. Not archived: ${shortListText(titles, 3)}` : done)
  void refreshEverything()
}
