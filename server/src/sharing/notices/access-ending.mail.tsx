import type { Place } from '../../kernel/mail/define.ts'
import { endsSoon, grantsDue } from './grants-due.ts'
import { type Items, notice, only, within } from './mail-parts.tsx'
import { defineNotice } from './notices.ts'

/** Mail to a grantee: their access ends in 7 days, or fewer if no server was running. */
export const accessEnding = defineNotice('access_ending', {
  due: (ctx) => grantsDue('access_ending', 'reader', { where: endsSoon(ctx) }),
  write: (data: Items, place: Place) => {
    const one = only(data)
    const days = Math.min(...data.items.map((item) => item.days))
    return notice(data, place, {
      subject: one
        ? `Your access to “${one.title}” ends ${within(days)}`
        : `Your access to ${data.items.length} documents ends soon`,
      title: 'Your access ends soon',
      lead: `After this time you can no longer open ${one ? 'this document' : 'these documents'} in Deedbox.`,
      path: one ? `/documents/shared/${one.documentId}` : '/documents',
      button: one ? 'Open the document' : 'See the documents',
      reason: 'You received this because a document was shared with this email address.',
    })
  },
})
