import { dayMs } from '@deedbox/contract/durations.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { networkOf } from '../../platform/address.ts'
import type { AuditEntry } from '../audit/record.ts'

/**
 * Bounds what people without a session write into the audit trail, from which nothing can be deleted: a number of events a day from one
 * network, and from all together. The first that is left out is replaced by an event that says so (ADR 54).
 */
export function createStrangers() {
  let day = { endsAt: 0, all: 0, of: new Map<string, number>() }

  function countOf(network: string, now: number): [ofNetwork: number, all: number] {
    if (now >= day.endsAt || now < day.endsAt - dayMs) day = { endsAt: now + dayMs, all: 0, of: new Map() }
    const ofNetwork = (day.of.get(network) ?? 0) + 1
    // A network over its limit counts no longer for all, so that it cannot use up the share of others.
    if (ofNetwork > limits.strangers.networkADay + 1) return [ofNetwork, 0]
    day.all++
    if (day.all <= limits.strangers.allADay + 1) day.of.set(network, ofNetwork)
    return [ofNetwork, day.all]
  }

  /** The events of a stranger that are recorded. `ip`: null for Deedbox itself, whose events all are. */
  return (entries: readonly AuditEntry[], ip: string | null, now: Date): readonly AuditEntry[] => {
    if (ip === null) return entries
    const { networkADay, allADay } = limits.strangers
    return entries.flatMap((entry) => {
      const [ofNetwork, all] = countOf(networkOf(ip), now.getTime())
      if (ofNetwork <= networkADay && all <= allADay) return [entry]
      if (ofNetwork === networkADay + 1 || all === allADay + 1)
        return [{ event: 'strangers_left_out' as const, actor: null }]
      return []
    })
  }
}
