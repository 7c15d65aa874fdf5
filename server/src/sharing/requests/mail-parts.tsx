import { timeIn } from '../../platform/instants.ts'
import { MailFacts, MailQuote } from '../../platform/mailer/blocks.tsx'

/** Facts about a request that the mail to those who decide states. Blank: not given. Times are in ISO 8601. */
export type AskedMail = {
  /** Missing in mails that were promised by an earlier version. */
  requestId?: string
  title: string
  extension: boolean
  requesterName: string
  requesterEmail: string
  clientName: string
  clientEmail: string
  justification: string
  level: 'view' | 'download' | null
  until: string | null
  askedAt: string
}

export type BrowsingMail = {
  requesterName: string
  requesterEmail: string
  justification: string
}

export const does = (level: 'view' | 'download') => (level === 'view' ? 'read it' : 'read and download it')

const to = (path: string, name: string, id: string | undefined) =>
  id ? `${path}${path.includes('?') ? '&' : '?'}${name}=${id}` : path

/** Path of a request for the people who decide it. */
export const requestToDecide = (id: string | undefined) => to('/trustee/requests', 'request', id)

/** Path of a request for the person who made it. */
export const ownRequest = (id: string | undefined) =>
  to('/requestor/documents?tab=my-requests', 'request', id)

export const what = (extension: boolean) => (extension ? 'more time for' : 'access to')

export const reviewReason = 'You received this because you can decide requests for access in Deedbox.'

export const requesterReason = 'You received this because you made this request in Deedbox.'

export function AskedFacts({ data, timeZone }: { data: AskedMail; timeZone: string }) {
  const client = [data.clientName, data.clientEmail].filter(Boolean).join(', ')
  return (
    <>
      <MailFacts
        rows={[
          ['Document', data.title],
          ['Asked by', `${data.requesterName} (${data.requesterEmail})`],
          ...(client ? [['Client', client] as const] : []),
          ...(data.level ? [['Access', does(data.level)] as const] : []),
          ...(data.until ? [['Until', timeIn(data.until, timeZone)] as const] : []),
          ['Asked on', timeIn(data.askedAt, timeZone)],
        ]}
      />
      {data.justification && <MailQuote>{data.justification}</MailQuote>}
    </>
  )
}
