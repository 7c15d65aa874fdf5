import { defineMail, type Place } from '../../kernel/mail/define.ts'
import { type Items, notice, only } from './mail-parts.tsx'

/** Mail to a grantee: their access has ended. */
export const accessEnded = defineMail('access_ended', (data: Items, place: Place) => {
  const one = only(data)
  return notice(data, place, {
    subject: one
      ? `Your access to “${one.title}” has ended`
      : `Your access to ${data.items.length} documents has ended`,
    title: 'Your access has ended',
    lead: `You can no longer open ${one ? 'this document' : 'these documents'} in Deedbox.`,
    path: '/requestor/documents',
    button: 'See what you can open',
    reason: 'You received this because a document was shared with this email address.',
  })
})
