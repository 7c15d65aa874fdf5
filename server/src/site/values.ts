import type { Settings } from '@deedbox/contract/settings.ts'
import type { SiteValues } from '@deedbox/contract/site.ts'

/** What the public pages show of a deployment. The maintenance notice goes when its time is over. */
export function siteValues(
  settings: Settings,
  { publicUrl, now, session }: { publicUrl: string; now: Date; session: boolean },
): SiteValues {
  const { maintenance } = settings
  return {
    name: settings.deploymentName,
    publicUrl: publicUrl.replace(/\/$/, ''),
    supportEmail: settings.supportEmail,
    enterpriseEmail: settings.enterpriseEmail || settings.supportEmail,
    phone: settings.phone,
    officeAddress: settings.officeAddress,
    hosting: settings.hosting,
    maintenance: maintenance && now < new Date(maintenance.until) ? maintenance.message : '',
    signUp: settings.signUp === 'open',
    marketing: settings.marketingPages,
    session,
  }
}
