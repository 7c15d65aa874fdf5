import { defineMail, type Place } from '../../kernel/mail/define.ts'
import { type Answered, answer } from './mail-parts.tsx'

/** Mail to the requester: their request is fulfilled. */
export const ownerRequestFulfilled = defineMail('owner_request_fulfilled', (data: Answered, place: Place) =>
  answer(data, place, {
    subject: 'Your request was fulfilled',
    title: 'Your request was fulfilled',
    text: `${data.claimerName} (${data.claimerEmail}) has marked your request to ${data.ownerEmail} as fulfilled.`,
  }),
)
