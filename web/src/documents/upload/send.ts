import type { Document } from '@deedbox/contract/documents.ts'
import { extensionOf, fileTypes } from '@deedbox/contract/file-types.ts'
import { checkDay, type DayRule } from '@deedbox/contract/typed-day.ts'
import { addressOf, answerError, networkError } from '../../lib/api.ts'
import type { TypedDay } from '../../ui/typed-day.ts'

/** The details a person enters for a file; the expiry date as it was typed. */
export type Facts = {
  title: string
  type: 'trust_deed' | 'other'
  clientName: string
  expiryDate: TypedDay
}

export type ReadFacts = Omit<Facts, 'expiryDate'> & { expiryDate: string | null }

/** A document may have expired already; a day without a year means the next such day. */
export const expiryRule: DayRule = { kind: 'next' }

/** The details as they are sent, or the errors by field. */
export function readFacts(
  facts: Facts,
  today: string,
): { facts: ReadFacts } | { faults: { title?: string; expiryDate?: string } } {
  const expiry = checkDay(facts.expiryDate.typed, today, expiryRule)
  const faults = {
    ...(facts.title.trim() === '' && { title: 'Please enter a title' }),
    ...('problem' in expiry && { expiryDate: expiry.problem }),
  }
  return 'problem' in expiry || faults.title ? { faults } : { facts: { ...facts, expiryDate: expiry.day } }
}

/**
 * Sends one file and reports progress, which fetch cannot do. `done` rejects with an ApiError, or with 'cancelled' after
 * `cancel`.
 */
export function sendFile(file: File, facts: ReadFacts, onProgress: (loaded: number) => void) {
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
        // Not Deedbox's answer: reported as an error below.
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
