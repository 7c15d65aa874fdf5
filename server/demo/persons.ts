import { addDays } from '@deedbox/contract/dates.ts'
import { certifiedAfter } from './clients.ts'
import type { DemoMatter } from './matter-list.ts'
import { type Known, paperCalled } from './parties.ts'
import { emailOf } from './practice.ts'
import type { Deed } from './sharing.ts'
import type { Stage } from './stage.ts'

/** Records what is known of the person of a matter: a death by its certificate, access that rests on their power, an identity check. */
export async function recordPerson(
  { call, dateIn }: Stage,
  { client, death, rests, check }: DemoMatter,
  papers: readonly Deed[],
  parties: Known,
): Promise<void> {
  const party = `/api/parties/${parties.get(client)}`
  if (death) {
    const certificate = paperCalled(papers, 'death')
    const body = {
      diedOn: addDays(certificate.executed?.executedOn ?? dateIn(-1), -certifiedAfter),
      document: certificate.id,
      note: death.note,
    }
    const recorded = (await call('trustee', 'POST', `${party}/death`, body)).json().death
    if (death.seen) await call('trustee', 'POST', `/api/deaths/${recorded.id}/seen`)
  }
  if (rests) {
    const { grant } = (
      await call('trustee', 'POST', `/api/documents/${paperCalled(papers, rests.paper).id}/access`, {
        email: emailOf(rests.to),
        expiresOn: dateIn(rests.days),
        message: rests.message,
      })
    ).json()
    const body = { document: paperCalled(papers, 'power').id, grantIds: [grant.id] }
    await call('trustee', 'POST', `${party}/powers`, body)
  }
  if (check) {
    const { ago, inDays, ...facts } = check
    const body = { ...facts, checkedOn: dateIn(-ago), nextOn: dateIn(inDays) }
    await call('trustee', 'POST', `${party}/identity-checks`, body)
  }
}
