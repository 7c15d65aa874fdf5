import { answerError, networkError, withProof } from './api.ts'
import { noticeSession } from './query.ts'

/** Sends a file, or text, as the whole body of a call, and again after a proof of identity where one is needed. Throws ApiError. */
export const sendRaw = <T>(address: string, content: File | string, type: string): Promise<T> =>
  withProof(() => send<T>(address, content, type))

async function send<T>(address: string, content: File | string, type: string): Promise<T> {
  let answer: Response
  let text: string
  try {
    // Read the file first, as one that was changed or removed meanwhile must not look like a lost connection.
    const body = typeof content === 'string' ? content : await content.arrayBuffer()
    answer = await fetch(address, { method: 'POST', headers: { 'content-type': type }, body })
    text = await answer.text()
  } catch {
    throw networkError()
  }
  if (answer.ok) return JSON.parse(text) as T
  const error = answerError(answer.status, text)
  noticeSession(error)
  throw error
}
