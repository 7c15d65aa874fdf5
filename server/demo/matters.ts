import { isState, states } from '@deedbox/contract/australia.ts'
import type { ClientWithout } from '@deedbox/contract/matter-runs.ts'
import { suggestedMatterKind } from '@deedbox/contract/matter-suggestion.ts'
import { clients, type DemoClient } from './clients.ts'
import { recordDates } from './dates.ts'
import { type DemoMatter, matters } from './matter-list.ts'
import { type Known, recordParties } from './parties.ts'
import { recordPerson } from './persons.ts'
import { emailOf, people } from './practice.ts'
import type { Deed } from './sharing.ts'
import type { Stage } from './stage.ts'

/** Plans the matters, each with its papers, parties and dates, on the day before today. Returns their ids by reference, known once they are made. */
export function planMatters(stage: Stage, deeds: readonly Deed[]): Map<string, string> {
  const { at, call, dateIn } = stage
  const ids = new Map<string, string>()
  const parties: Known = new Map()
  for (const one of matters) {
    const { client: name, responsible, notes = '', roles = [], due = [], share } = one
    const { kind, reference, abn, acn } = one
    const client = clients.find((one) => one.name === name)
    if (!client) throw new Error(`No client is called ${name}`)
    const theirs = papersOf(one, deeds)
    at(1, async () => {
      const offered = async (of: string, text: string): Promise<string> => {
        const query = new URLSearchParams({ of, text })
        return (await call('trustee', 'GET', `/api/matters/offered?${query}`)).json().found[0].id
      }
      const body = {
        name: one.name ?? client.trust,
        ...{ kind, reference, abn, acn, notes },
        governingLaw: governingLawOf(client),
        responsibleId: await offered('responsible', responsible),
        organizationId: one.organization ? await offered('organization', one.organization) : null,
      }
      const { id } = (await call('trustee', 'POST', '/api/matters', body)).json().matter
      ids.set(reference, id)
      const documentIds = theirs.map(({ id }) => id)
      await call('trustee', 'POST', `/api/matters/${id}/documents`, { documentIds })
      await recordParties(stage, id, roles, theirs, parties)
      await recordPerson(stage, one, theirs, parties)
      const keeper = people.find(({ firstName, lastName }) => `${firstName} ${lastName}` === responsible)
      await recordDates(stage, id, due, theirs, keeper ? [emailOf(keeper.key)] : [])
      if (share)
        await call('trustee', 'POST', `/api/matters/${id}/shares`, {
          recipients: [{ email: emailOf(share.with) }],
          ...{ later: true, expiresOn: dateIn(share.days) },
          ...{ accessLevel: share.level, message: share.message },
        })
    })
  }
  at(1, () => makeSomeOfClients(stage))
  return ids
}

/** Picks the papers that are in a matter. */
export const papersOf = (one: DemoMatter, deeds: readonly Deed[]): Deed[] =>
  deeds.filter(({ client, paper }) => client === one.client && one.papers.includes(paper))

/** Makes matters of two clients in a run that can be undone; the clients that are left are still offered. */
async function makeSomeOfClients({ call }: Stage): Promise<void> {
  const offered: ClientWithout[] = (await call('trustee', 'GET', '/api/matter-runs/clients')).json().clients
  const some = offered.filter(({ partly }) => !partly).slice(0, 2)
  await call('trustee', 'POST', '/api/matter-runs', {
    runId: crypto.randomUUID(),
    clients: some.map(({ name }) => ({ name, kind: suggestedMatterKind(name) })),
  })
}

function governingLawOf({ state }: DemoClient) {
  const [law] = Object.entries(states).find(([, name]) => name === state) ?? []
  return law && isState(law) ? law : null
}
