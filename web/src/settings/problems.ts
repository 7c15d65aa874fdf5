import type { Settings } from '@deedbox/contract/settings.ts'
import { emailRule, required } from '../ui/rules.ts'

/** What can be said before anything is sent; the server checks everything. By the id of the field. */
export function problemsOf({ deploymentName, supportEmail, enterpriseEmail, ...values }: Settings) {
  const found: Record<string, string | null> = {
    deploymentName: required(deploymentName),
    supportEmail: emailRule(supportEmail),
    enterpriseEmail: enterpriseEmail === '' ? null : emailRule(enterpriseEmail),
    sessionDays: days(values.sessionDays, 1, 365),
    sharePeriodDays: values.sharePeriodDays === null ? null : days(values.sharePeriodDays, 1, 540),
    secondFactorGraceDays: days(values.secondFactorGraceDays, 0, 90),
    deletedKeptDays: days(values.deletedKeptDays, 30, 3_650),
    'maintenance.message': values.maintenance && required(values.maintenance.message),
    'maintenance.from': values.maintenance && required(values.maintenance.from),
    'maintenance.until': values.maintenance && required(values.maintenance.until),
  }
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== null),
  )
}

const days = (value: number, min: number, max: number): string | null =>
  Number.isInteger(value) && value >= min && value <= max
    ? null
    : `Please enter a whole number of days from ${min} to ${max}`
