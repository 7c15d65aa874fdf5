import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ofSeveral } from './needs-proof.ts'
import { documentIds } from './sharing.ts'

const body = z.strictObject({ documentIds })
const counted = z.object({ count: z.number() })

export const downloadDocuments = endpoint({
  id: 'downloadDocuments',
  summary:
    'Chosen documents as one ZIP file, written while it is sent, with manifest.csv that says what is in it and what is not',
  who: 'signed-in',
  needsProof: ofSeveral,
  perPersonMinute: 60,
  scope: 'read',
  body,
  sends: 'application/zip',
  response: z.unknown(),
  refuses: ['document-not-found', 'download-not-allowed', 'storage-unavailable'],
})

export const deleteDocuments = endpoint({
  id: 'deleteDocuments',
  summary: 'Delete documents, all of them or none: ends all grants; the content is removed after 30 days',
  who: ['canManageDocuments', 'canUploadDocuments'],
  needsProof: true,
  body,
  response: counted,
  refuses: ['custody-keeps', 'document-not-found', 'hold-keeps', 'hold-keeps-some'],
})

export const restoreDocuments = endpoint({
  id: 'restoreDocuments',
  summary: 'Restore deleted documents, all of them or none; ended grants stay ended',
  who: ['canManageDocuments'],
  noProof: 'work',
  body,
  response: counted,
  refuses: ['document-not-found'],
})
