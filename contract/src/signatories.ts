import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, line, personName } from './fields.ts'
import { limits } from './limits.ts'

/** A person or company that signed a document, in which capacity, and before whom; '' where that is not known. */
export const signatory = z.strictObject({
  name: personName,
  capacity: line(limits.text.capacity),
  witness: line(limits.text.name),
})
export type Signatory = z.output<typeof signatory>
const signatories = z.array(signatory).max(limits.signatories)

export const setSignatories = endpoint({
  id: 'setSignatories',
  summary:
    'Who signed a document, all of them at once. `was`: those that the sender saw; nothing is stored when somebody was faster',
  who: ['canManageDocuments', 'canUploadDocuments'],
  noProof: 'work',
  params: z.object({ documentId: id }),
  body: z.strictObject({ signatories, was: signatories }),
  response: z.object({ signatories }),
  refuses: ['document-not-found', 'signatories-changed'],
})
