import { isState, states } from '@deedbox/contract/australia.ts'
import type { MatterKind } from '@deedbox/contract/matter-terms.ts'
import { clients, type DemoClient, type DemoPaper } from './clients.ts'
import { recordParties } from './parties.ts'
import type { Deed } from './sharing.ts'
import type { Stage } from './stage.ts'

type DemoMatter = {
  client: string
  kind: MatterKind
  reference: string
  /** Name, if it is not that of the client's trust. */
  name?: string
  responsible: string
  papers: readonly DemoPaper['kind'][]
  notes?: string
}

const ofTrust = ['deed', 'variation', 'newTrustee', 'distribution', 'minutes', 'notes'] as const
const ofPerson = ['will', 'codicil', 'wishes', 'power'] as const

/** The matters of the practice, made of its clients; the papers of other clients are in none yet. */
const matters: readonly DemoMatter[] = [
  {
    ...{
      client: 'Frances Nakamura',
      kind: 'family_trust',
      reference: '1998/014',
      responsible: 'Margaret Chen',
    },
    papers: ofTrust,
    notes: 'The original deed is in the strong room, box 14.',
  },
  {
    ...{ client: 'Frances Nakamura', kind: 'person', name: 'Frances Nakamura', reference: '2024/102' },
    ...{ responsible: 'Margaret Chen', papers: ofPerson },
  },
  {
    ...{ client: 'Beatrice Castellano', kind: 'family_trust', reference: '2003/041' },
    ...{ responsible: 'Desmond Whitlam', papers: ofTrust },
  },
  {
    ...{ client: 'Gordon Petrov', kind: 'family_trust', reference: '2007/009', responsible: 'Margaret Chen' },
    papers: ofTrust,
  },
  {
    ...{ client: 'Arthur Taylor', kind: 'estate', name: 'Estate of Arthur Taylor', reference: '2026/031' },
    ...{ responsible: 'Margaret Chen', papers: ofPerson },
  },
  {
    ...{ client: 'Clive Lim', kind: 'unit_trust', reference: '2012/077', responsible: 'Margaret Chen' },
    papers: ofTrust,
  },
]

/** Plans the matters, each with its papers and parties, on the day before today. */
export function planMatters(stage: Stage, deeds: readonly Deed[]): void {
  const { at, call } = stage
  for (const { client: name, papers, responsible, notes = '', ...matter } of matters) {
    const client = clients.find((one) => one.name === name)
    if (!client) throw new Error(`No client is called ${name}`)
    const theirs = deeds.filter(({ client, paper }) => client === name && papers.includes(paper))
    at(1, async () => {
      const query = new URLSearchParams({ of: 'responsible', text: responsible })
      const { found } = (await call('trustee', 'GET', `/api/matters/offered?${query}`)).json()
      const body = {
        name: client.trust,
        ...matter,
        notes,
        governingLaw: governingLawOf(client),
        responsibleId: found[0].id,
      }
      const made = (await call('trustee', 'POST', '/api/matters', body)).json()
      const documentIds = theirs.map(({ id }) => id)
      await call('trustee', 'POST', `/api/matters/${made.matter.id}/documents`, { documentIds })
      await recordParties(stage, made.matter, client, theirs)
    })
  }
}

function governingLawOf({ state }: DemoClient) {
  const [law] = Object.entries(states).find(([, name]) => name === state) ?? []
  return law && isState(law) ? law : null
}
