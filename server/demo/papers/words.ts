import { acnText } from '@deedbox/contract/business-numbers.ts'
import { daysAfter } from '@deedbox/contract/durations.ts'
import { appointorOn, type DemoClient, type DemoPaper, trusteeOn } from '../clients.ts'
import type { Signer } from '../ink.ts'

/** A paper of a client to write: signed on this day. `year` is the financial year that it is about, its last. */
export type PaperOf = { client: DemoClient; paper: DemoPaper; date: Date; year: number }

export const dayOf = (date: Date) => date.toISOString().slice(0, 10)
export const dayAfter = (date: Date) => dayOf(daysAfter(date, 1))

/** The trustee of a day; a company has its number. */
type Office = { name: string; acn?: string }
export function officeOn(client: DemoClient, day: string): Office {
  const name = trusteeOn(client, day)
  return { name, ...(client.acn && name === client.trustee && { acn: client.acn }) }
}
export const trusteeOf = ({ name, acn }: Office) => (acn ? `${name} (ACN ${acnText(acn)})` : name)

/** Signs for a trustee: a company by its officers, a person before the witness. */
export const signing = ({ name, spouse, witness }: DemoClient, office: Office, role = 'Trustee'): Signer =>
  office.acn
    ? { name: office.name, role, officers: [name, spouse] }
    : { name: office.name, role, witness: witness.name }

/** Word of the deed for the person who appoints its trustees. */
export const appointing = ({ papers }: DemoClient): string =>
  papers.some(({ kind }) => kind === 'fundDeed')
    ? 'Principal Member'
    : papers.some(({ kind }) => kind === 'unitDeed')
      ? 'Founder'
      : 'Appointor'
export const appointorOf = ({ client, paper, date }: PaperOf) => paper.by ?? appointorOn(client, dayOf(date))

export const alone = ({ witness }: DemoClient, name: string, role: string): Signer => ({
  name,
  role,
  witness: witness.name,
})
