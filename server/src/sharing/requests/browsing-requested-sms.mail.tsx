import { limits } from '@deedbox/contract/limits.ts'
import { defineMail, type Place } from '../../kernel/mail/define.ts'
import { cutToParts } from '../../platform/sms-parts.ts'
import type { BrowsingMail } from './mail-parts.tsx'

/** The same as a text message to the practice, in two parts at most: what was typed is cut. */
export const browsingRequestedSms = defineMail(
  'browsing_requested_sms',
  (data: BrowsingMail, { publicUrl }: Place) => {
    const textOf = (who: string, justification: string) =>
      [
        `Deedbox: ${who} asks for access to documents.`,
        ...(justification ? [`"${justification}"`] : []),
        `${publicUrl}/documents`,
      ].join('\n')
    const most = limits.browsing.parts
    const name = `${data.requesterName} (${data.requesterEmail})`
    const who = cutToParts(name, most, (cut) => textOf(cut, ''))
    return {
      sms: textOf(
        who,
        cutToParts(data.justification, most, (cut) => textOf(who, cut)),
      ),
    }
  },
)
