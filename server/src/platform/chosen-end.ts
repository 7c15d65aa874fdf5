import { limits } from '@deedbox/contract/limits.ts'
import { type ErrorCode, errors } from '@deedbox/contract/refusals.ts'
import { addYears, endOfDay } from './days.ts'
import { Refusal } from './errors.ts'

/**
 * Returns the end of access for a chosen last day. `field` is the input that shows the refusal's message.
 * @throws Refusal 'expiry-past', 'expiry-far' (ten years).
 */
export function chosenEnd(day: string, now: Date, timeZone: string, field = 'expiresOn'): Date {
  const end = endOfDay(day, timeZone)
  const refuse = (code: ErrorCode) => new Refusal(code, { fields: { [field]: errors[code].message } })
  if (end <= now) throw refuse('expiry-past')
  if (end > addYears(now, limits.grantYears, timeZone)) throw refuse('expiry-far')
  return end
}
