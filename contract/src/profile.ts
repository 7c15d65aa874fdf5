import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email } from './fields.ts'

export const handOverOwnDocuments = endpoint({
  id: 'handOverOwnDocuments',
  summary: 'Hand over all of the caller’s own documents to a confirmed trustee, who is then their owner',
  who: 'signed-in',
  perMinute: 10,
  body: z.strictObject({ email }),
  response: z.object({ documents: z.number() }),
})
