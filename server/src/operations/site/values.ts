import { countText } from '@deedbox/contract/counts.ts'
import type { Settings } from '@deedbox/contract/settings.ts'
import { pagesShown, type SiteValues } from '@deedbox/contract/site.ts'

/** Writes a count as '1,000'; '' for none. */
const countOrNothing = (count: number | undefined): string => (count ? countText(count) : '')

/** Returns what the public pages show of a deployment. The maintenance notice goes when its time is over. */
export function siteValues(
  settings: Settings,
  { publicUrl, now, session, captcha }: { publicUrl: string; now: Date; session: boolean; captcha: string },
): SiteValues {
  const { maintenance, prices } = settings
  const shown = pagesShown(settings)
  return {
    name: settings.deploymentName,
    publicUrl: publicUrl.replace(/\/$/, ''),
    supportEmail: settings.supportEmail,
    // The plan of this name is missing without prices, so only an address that was named for it is shown.
    enterpriseEmail: settings.enterpriseEmail || (shown.prices ? settings.supportEmail : ''),
    phone: settings.phone,
    officeAddress: settings.officeAddress,
    businessHours: settings.businessHours,
    hosting: settings.hosting,
    timeZone: settings.timeZone,
    maintenance: maintenance && now < new Date(maintenance.until) ? maintenance.message : '',
    signUp: settings.signUp === 'open',
    captcha,
    ...shown,
    basicDollars: prices?.basicDollars.toFixed(2) ?? '',
    basicDocuments: countOrNothing(prices?.basicDocuments),
    smallDollars: prices?.smallDollars.toFixed(2) ?? '',
    smallDocuments: countOrNothing(prices?.smallDocuments),
    trialDays: countOrNothing(prices?.trialDays),
    session,
  }
}
