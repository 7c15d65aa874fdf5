import { countText } from '@deedbox/contract/counts.ts'
import { type KindGroup, kindGroups } from '@deedbox/contract/document-kinds.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type { Settings } from '@deedbox/contract/settings.ts'
import { emailRule, required } from '../ui/rules.ts'

/** Lists problems by the id of the field before anything is sent; the server checks everything. */
export function problemsOf({ deploymentName, supportEmail, enterpriseEmail, ...values }: Settings) {
  const problems: Record<string, string | null> = {
    deploymentName: required(deploymentName),
    supportEmail: emailRule(supportEmail),
    enterpriseEmail: enterpriseEmail === '' ? null : emailRule(enterpriseEmail),
    logHeadEmails: values.logHeadEmails.map(emailRule).find((problem) => problem !== null) ?? null,
    sessionDays: days(values.sessionDays, 1, 365),
    sharePeriodDays: values.sharePeriodDays === null ? null : days(values.sharePeriodDays, 1, 540),
    secondFactorGraceDays: days(values.secondFactorGraceDays, 0, 90),
    copyOldAfterDays: days(values.copyOldAfterDays, 1, 3_650),
    ...problemsOfPrices(values.prices),
    deletedKeptDays: days(values.deletedKeptDays, 30, 3_650),
    ...Object.fromEntries(
      (Object.keys(kindGroups) as KindGroup[]).map((group) => {
        const after = values.reviewYears[group]
        return [`reviewYears.${group}`, after === null ? null : years(after, 1, limits.reviewYears)]
      }),
    ),
    recordsKeptYears: years(
      values.recordsKeptYears,
      limits.recordsKeptYears.least,
      limits.recordsKeptYears.most,
    ),
    storageMegabytes: values.storageMegabytes === null ? null : megabytes(values.storageMegabytes),
    'maintenance.message': values.maintenance && required(values.maintenance.message),
    'maintenance.from': values.maintenance && required(values.maintenance.from),
    'maintenance.until': values.maintenance && required(values.maintenance.until),
  }
  return Object.fromEntries(
    Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== null),
  )
}

const dollarFields = ['basicDollars', 'smallDollars'] as const
const documentFields = ['basicDocuments', 'smallDocuments'] as const

function problemsOfPrices(prices: Settings['prices']): Record<string, string | null> {
  if (!prices) return {}
  const dollars = dollarFields.map((field): [string, string | null] => {
    const cents = Math.round(prices[field] * 100)
    const right = cents >= 1 && cents <= 10_000_000 && Math.abs(prices[field] * 100 - cents) < 0.001
    return [`prices.${field}`, right ? null : 'Please enter an amount from $0.01 to $100,000.00']
  })
  const documents = documentFields.map((field): [string, string | null] => {
    const count = prices[field]
    const right = Number.isInteger(count) && count >= 1 && count <= 10_000_000
    return [`prices.${field}`, right ? null : 'Please enter a whole number from 1 to 10,000,000']
  })
  return {
    ...Object.fromEntries([...dollars, ...documents]),
    'prices.trialDays': days(prices.trialDays, 0, 365),
  }
}

const years = (value: number, min: number, max: number): string | null =>
  Number.isInteger(value) && value >= min && value <= max
    ? null
    : `Please enter a whole number of years from ${min} to ${max}`

const days = (value: number, min: number, max: number): string | null =>
  Number.isInteger(value) && value >= min && value <= max
    ? null
    : `Please enter a whole number of days from ${min} to ${max}`

function megabytes(value: number): string | null {
  const { most } = limits.storageMegabytes
  const right = Number.isInteger(value) && value >= 1 && value <= most
  return right ? null : `Please enter a whole number of MB from 1 to ${countText(most)}`
}
