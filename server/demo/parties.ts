import { clients } from './clients.ts'
import type { Act, DemoRole } from './matter-list.ts'
import type { Deed } from './sharing.ts'
import type { Stage } from './stage.ts'

/** Ids of the parties that were entered, by name: each is entered once, for all matters. */
export type Known = Map<string, string>

/** Picks the paper that is named, 'newTrustee 1998'. */
export function paperCalled(papers: readonly Deed[], named: string): Deed {
  const [kind, year = ''] = named.split(' ')
  const found = papers.find(
    ({ paper, executed }) => paper === kind && (executed?.executedOn ?? '').startsWith(year),
  )
  if (!found) throw new Error(`No paper of the matter is called ${named}`)
  return found
}

/** Records who is party to a matter, as its papers say: first what began, then what ended. */
export async function recordParties(
  { call }: Stage,
  matterId: string,
  roles: readonly DemoRole[],
  papers: readonly Deed[],
  known: Known,
): Promise<void> {
  const edge = ({ paper, clause = '', by, day }: Act) => {
    const deed = paper ? paperCalled(papers, paper) : undefined
    return {
      day: day ?? deed?.executed?.executedOn ?? null,
      document: deed?.id ?? null,
      clause,
      by: by ? known.get(by) : null,
    }
  }
  const url = `/api/matters/${matterId}/roles`
  const ended: (() => Promise<unknown>)[] = []
  for (const { role, who, nature = null, from, until } of roles) {
    const id = known.get(who)
    const body = {
      role,
      nature,
      from: edge(from),
      ...(id ? { partyId: id } : { party: partyOf(who, nature) }),
    }
    const made = (await call('trustee', 'POST', url, body)).json().role
    known.set(who, made.party.id)
    if (until) ended.push(() => call('trustee', 'POST', `${url}/${made.id}/end`, edge(until)))
  }
  for (const end of ended) await end()
}

const isGroup = (nature: DemoRole['nature'] | null) => nature === 'class' || nature === 'excluded'

function partyOf(name: string, nature: DemoRole['nature'] | null) {
  const acn = clients.find(({ trustee }) => trustee === name)?.acn
  return { kind: acn ? 'company' : isGroup(nature) ? 'class' : 'person', name, ...(acn && { acn }) }
}
