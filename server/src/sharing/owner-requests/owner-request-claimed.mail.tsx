import { defineMail, type Place } from '../../kernel/mail/define.ts'
import { type Answered, answer } from './mail-parts.tsx'

/** Mail to the requester: somebody has claimed their request. */
export const ownerRequestClaimed = defineMail('owner_request_claimed', (data: Answered, place: Place) =>
  answer(data, place, {
    subject: `${data.claimerName} is working on your request`,
    title: 'Your request was claimed',
    text: `${data.claimerName} (${data.claimerEmail}) has claimed your request to ${data.ownerEmail}. You will get another email when documents are shared with you.`,
  }),
)
