import type { Place } from '../../kernel/mail/define.ts'
import { endsSoon, grantsDue } from './grants-due.ts'
import { type Items, notice, only, settings, within } from './mail-parts.tsx'
import { defineNotice } from './notices.ts'

/** Mail to a document's owner: a person's access to it ends in 7 days. */
export const accessEndingOwner = defineNotice('access_ending_owner', {
  due: (ctx) => grantsDue('access_ending_owner', 'owner', { where: endsSoon(ctx) }),
  write: (data: Items, place: Place) => {
    const one = only(data)
    return notice(data, place, {
      subject: one
        ? `${one.who}’s access to “${one.title}” ends ${within(one.days)}`
        : `${data.items.length} accesses to your documents end soon`,
      title: 'Access ends soon',
      lead: 'If they still need access, renew it. Otherwise you do not need to do anything.',
      path: one ? `/documents/${one.documentId}` : '/dashboard',
      button: one ? 'Open the document' : 'Open your dashboard',
      reason: `You received this because you own ${one ? 'this document' : 'these documents'}. ${settings}`,
    })
  },
})
