import type { Document } from '@deedbox/contract/documents.ts'
import { extensionOf, fileTypes } from '@deedbox/contract/file-types.ts'
import { checkDay, type DayRule } from '@deedbox/contract/typed-day.ts'
import { addressOf, answerError, networkError, timeoutError } from '../../lib/api.ts'
import { watchSilence } from '../../lib/patience.ts'
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

/** A file may take a day, but not stand still: the server gives it up after the same time. */
const standsStillMs = 30_000
/** From the last byte to the answer: the server checks and stores the file. */
const storedWithinMs = 60_000

/**
 * Sends one file and reports progress, which fetch cannot do. `done` rejects with an ApiError, or with 'cancelled' after
 * `cancel`.
 */
export function sendFile(file: File, facts: ReadFacts, onProgress: (loaded: number) => void) {
  const request = new XMLHttpRequest()
  const silence = watchSilence(standsStillMs)
  silence.signal.addEventListener('abort', () => request.abort())
  const done = new Promise<Document>((resolve, reject) => {
    request.upload.onprogress = ({ loaded }) => {
      silence.heard()
      onProgress(loaded)
    }
    request.upload.onload = () => silence.heard(storedWithinMs)
    request.onloadend = () => silence.end()
    request.onerror = () => reject(networkError())
    request.onabort = () => reject(silence.signal.aborted ? timeoutError(false) : new Error('cancelled'))
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
