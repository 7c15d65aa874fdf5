import type { Deedbox, Person } from './deedbox.ts'
import { dayIn } from './flows.ts'

/** Names that the pages of matters show, long ones. */
type LongNames = { title: string; name: string; email: string }

/** Makes a matter that keeps a document, with a party, a date, a packet, and a request to inspect a will; returns the addresses of their pages. */
export async function matterPages(
  { must, call, shift }: Deedbox,
  trustee: Person,
  documentId: string,
  { title, name, email }: LongNames,
) {
  const send = <T>(path: string, body?: object, as: Person | null = trustee) =>
    must<T>(call(as, 'POST', `/api/${path}`, body))
  const { matter } = await send<{ matter: { id: string } }>('matters', { name: title, kind: 'family_trust' })
  const matterId = matter.id
  await send(`matters/${matterId}/documents`, { documentIds: [documentId] })
  const { role } = await send<{ role: { party: { id: string } } }>(`matters/${matterId}/roles`, {
    ...{ role: 'trustee', from: {}, party: { kind: 'person', name } },
  })
  await send('due-dates', { kind: 'vesting', title, dueOn: dayIn(5), matterId, emails: [trustee.email] })
  const original = { title, receivedFrom: name, pages: 4 }
  const { packet } = await send<{ packet: { id: string } }>('packets', { matterId, originals: [original] })
  const form = await must<{ started: string; grounds: { id: string }[] }>(
    call(null, 'GET', '/api/inspections/form'),
  )
  // The form is refused if nobody could have filled it in so fast.
  await shift(5_000)
  const asked = { name, email, deceased: name, groundId: form.grounds[0]?.id, message: title }
  await send('inspections', { ...asked, started: form.started }, null)
  return {
    matter: `/matters/${matterId}`,
    owners: `/matters/${matterId}/owners`,
    party: `/parties/${role.party.id}`,
    packet: `/custody/packets/${packet.id}`,
  }
}

/** Makes a verified copy of a document; returns the addresses of its page and of its check. */
export async function verifiedCopy({ must, call }: Deedbox, trustee: Person, documentId: string) {
  const { documentId: copyId } = await must<{ documentId: string }>(
    call(trustee, 'POST', `/api/documents/${documentId}/copies/verified`),
  )
  const { text } = await must<{ text: string }>(call(trustee, 'GET', `/api/documents/${copyId}/pages/1/text`))
  return { copy: `/documents/${copyId}`, check: `/check/${codeIn(text)}` }
}

/** Returns the code of a copy, from the words of one of its pages. */
export const codeIn = (text: string) => /with the code ([\w-]+)/.exec(text.replace(/\s+/g, ' '))?.[1] ?? ''
