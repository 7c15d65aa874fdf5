import { meetsQuorum, type Policy } from '@deedbox/proof/policy.ts'
import type { Services } from '../../kernel/services.ts'
import type { NamedWitness } from '../../platform/witnesses.ts'
import { currentLog } from './standing.ts'
import { sizeOf } from './tree.ts'

export interface WitnessState {
  name: string
  owner: string
  url: string
  cosignedAt: Date | null
  /** Events of the log that it has not cosigned. */
  behind: number
  isIndependent: boolean
  fault: string | null
}

/** Newest time since which enough witnesses have cosigned; null where they never were enough. */
export function quorumAt(policy: Policy, cosigned: ReadonlyMap<string, Date>): Date | null {
  const newestFirst = [...cosigned].sort(([, a], [, b]) => b.getTime() - a.getTime())
  const names = new Set<string>()
  for (const [name, at] of newestFirst) {
    names.add(name)
    if (meetsQuorum(policy, names)) return at
  }
  return null
}

interface Row {
  key: string
  addedAt: Date
  origin: string | null
  size: number | null
  cosignedAt: Date | null
  isHere: boolean
  fault: string | null
}

/** State of the witnesses of this deployment; null where none is named. */
export async function witnessStates({ config, database }: Pick<Services, 'config' | 'database'>) {
  const { witnesses } = config
  if (!witnesses) return null
  const { rows } = await database.query<Row>(
    `select verifier_key as key, added_at as "addedAt", origin, size, cosigned_at as "cosignedAt", is_here as "isHere", fault
     from log_witnesses where verifier_key = any($1)`,
    [witnesses.all.map(({ key }) => key)],
  )
  const current = await currentLog(database)
  const size = current ? await sizeOf(database, current.origin) : 0
  const known = new Map(rows.map((row) => [row.key, row]))
  const states = witnesses.all.map(
    (witness): WitnessState => stateOf(witness, known.get(witness.key), current?.origin, size),
  )
  const times = states.flatMap(({ name, cosignedAt }) => (cosignedAt ? [[name, cosignedAt] as const] : []))
  const met = quorumAt(witnesses.policy, new Map(times))
  const firstAsked = rows.map(({ addedAt }) => addedAt).sort((a, b) => a.getTime() - b.getTime())[0] ?? null
  return {
    states,
    /** Newest time since which enough witnesses have cosigned. */
    quorumAt: met,
    /** Time since which they have not been enough, however short that is; null before the first was asked. */
    missedSince: met ?? firstAsked,
  }
}

const stateOf = (
  { name, owner, url }: NamedWitness,
  row: Row | undefined,
  origin: string | undefined,
  size: number,
): WitnessState => ({
  ...{ name, owner, url, cosignedAt: row?.cosignedAt ?? null, fault: row?.fault ?? null },
  behind: row?.origin === origin ? Math.max(0, size - Number(row?.size ?? 0)) : size,
  isIndependent: row?.isHere !== true,
})
