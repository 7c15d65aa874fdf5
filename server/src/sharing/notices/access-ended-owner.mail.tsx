import { defineMail, type Place } from '../../kernel/mail/define.ts'
import { type Items, notice, only, settings } from './mail-parts.tsx'

/** Mail to a document's owner: a person's access to it has ended. */
export const accessEndedOwner = defineMail('access_ended_owner', (data: Items, place: Place) => {
  const one = only(data)
  return notice(data, place, {
    subject: one
      ? `${one.who}’s access to “${one.title}” has ended`
      : `${data.items.length} accesses to your documents have ended`,
    title: 'Access has ended',
    lead: 'If they still need access, renew it. Otherwise you do not need to do anything.',
    path: one ? `/documents/${one.documentId}` : '/dashboard',
    button: one ? 'Open the document' : 'Open your dashboard',
    reason: `You received this because you own ${one ? 'this document' : 'these documents'}. ${settings}`,
  })
})
