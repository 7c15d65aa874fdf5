import type { Document } from '@deedbox/contract/documents.ts'
import { extensionOf, fileTypes } from '@deedbox/contract/file-types.ts'
import { addressOf, answerError, networkError } from '../../lib/api.ts'

/** What a person says of a file before it is sent. */
export type Facts = {
  title: string
  type: 'trust_deed' | 'other'
  clientName: string
  expiryDate: string | null
}

/**
 * Sends one file, telling how many bytes have gone; fetch cannot tell that. `done` rejects with ApiError, and with the
 * reason 'cancelled' after `cancel`.
 */
export function sendFile(file: File, facts: Facts, onProgress: (loaded: number) => void) {
  const request = new XMLHttpRequest()
  const done = new Promise<Document>((resolve, reject) => {
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onerror = () => reject(networkError())
    request.onabort = () => reject(new Error('cancelled'))
    request.onload = () => {
      try {
        if (request.status === 201)
          return resolve((JSON.parse(request.responseText) as { document: Document }).document)
      } catch {
        // Not our answer: told as a fault below.
      }
      reject(answerError(request.status === 201 ? 502 : request.status, request.responseText))
    }
  })
  const { expiryDate, ...rest } = facts
  request.open(
    'POST',
    addressOf('POST /api/documents', {
      query: { ...rest, fileName: file.name, ...(expiryDate ? { expiryDate } : {}) },
    }),
  )
  request.setRequestHeader('accept', 'application/json')
  request.setRequestHeader('content-type', fileTypes[extensionOf(file.name)] ?? 'application/octet-stream')
  request.send(file)
  return { done, cancel: () => request.abort() }
}
