import type { Matter } from '@deedbox/contract/matters.ts'
import type { RoleDetails } from '@deedbox/contract/parties.ts'
import type { DemoClient, DemoPaper } from './clients.ts'
import type { Deed } from './sharing.ts'
import type { Stage } from './stage.ts'

type Known = { id: string; name: string }

/** Records who is party to a family trust or an estate, as its papers say; a codicil that names another executor is left to be looked into. */
export async function recordParties(
  { call }: Stage,
  matter: Pick<Matter, 'id' | 'kind'>,
  client: DemoClient,
  deeds: readonly Deed[],
): Promise<void> {
  const known = new Map<string, Known>()
  const made = (kind: DemoPaper['kind'], clause: string, by?: Known | undefined) => {
    const paper = deeds.find((one) => one.paper === kind)
    return {
      day: paper?.executed?.executedOn ?? null,
      document: paper?.id ?? null,
      clause,
      by: by?.id ?? null,
    }
  }
  const add = async (
    name: string,
    role: RoleDetails['role'],
    from: RoleDetails['from'],
    more: { nature?: RoleDetails['nature']; until?: ReturnType<typeof made>; acn?: string } = {},
  ): Promise<Known> => {
    const { acn, ...rest } = more
    const before = known.get(name)
    const party = { kind: acn ? 'company' : 'person', name, ...(acn && { acn }) }
    const who = before ? { partyId: before.id } : { party }
    const url = `/api/matters/${matter.id}/roles`
    const answer = (await call('trustee', 'POST', url, { role, from, ...rest, ...who })).json()
    known.set(name, answer.role.party)
    return answer.role.party
  }
  const { name, spouse, children, trustee, acn, witness } = client
  if (matter.kind === 'family_trust') {
    const deed = made('deed', '1.1')
    await add(witness.name === 'Philippa Ward' ? 'Walter Amory Finch' : 'Enid Rose Calloway', 'settlor', deed)
    const appointor = await add(name, 'appointor', { ...deed, clause: '14.1' })
    const company = acn ? { acn } : {}
    if (deeds.some(({ paper }) => paper === 'newTrustee')) {
      const change = made('newTrustee', '1', appointor)
      const start = { day: null, document: null, clause: '', by: null }
      await add(spouse, 'trustee', start, { until: change })
      await add(trustee, 'trustee', change, company)
    } else await add(trustee, 'trustee', { ...deed, clause: '1.2' }, company)
    for (const one of [spouse, ...children])
      await add(one, 'beneficiary', { ...deed, clause: 'Schedule' }, { nature: 'named' })
  }
  if (matter.kind === 'estate') {
    const will = made('will', '2')
    await add(name, 'testator', will)
    await add(spouse, 'executor', will)
    await add(children.at(-1) ?? spouse, 'executor', made('codicil', '1'))
    for (const one of children) await add(one, 'beneficiary', { ...will, clause: '4' }, { nature: 'named' })
  }
}
