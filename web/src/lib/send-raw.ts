import { answerError, networkError } from './api.ts'
import { noticeSession } from './query.ts'

/** Sends a file, or text, as the whole body of a call. Throws ApiError. */
export async function sendRaw<T>(address: string, content: File | string, type: string): Promise<T> {
  let answer: Response
  let text: string
  try {
    // The file is read first: one that was changed or removed meanwhile must not look like a lost connection.
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
