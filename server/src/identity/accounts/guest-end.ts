import { addDays, dayOf } from '@deedbox/contract/dates.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type { ReadCtx } from '../../kernel/context/context.ts'
import { chosenEnd } from '../../platform/chosen-end.ts'

/**
 * Returns when the access of a guest ends, invited or signed up: on the chosen day, or 90 days from now. `field`: see {@link chosenEnd}.
 * @throws Refusal 'expiry-past', 'expiry-far'.
 */
export function guestEnd(
  day: string | null,
  { now, settings: { timeZone } }: Pick<ReadCtx, 'now' | 'settings'>,
  field?: string,
): Date {
  return chosenEnd(day ?? addDays(dayOf(now, timeZone), limits.guestDays), now, timeZone, field)
}
