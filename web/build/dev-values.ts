import { startPrices } from '../../contract/src/offer.ts'
import type { SiteValues } from '../../contract/src/site.ts'

/** Values that the server would fill into the public pages of a new deployment, and the prices that the settings offer. */
export const devValues: SiteValues = {
  name: 'Deedbox',
  publicUrl: 'http://localhost:5173',
  supportEmail: 'support@localhost.localdomain',
  enterpriseEmail: 'support@localhost.localdomain',
  phone: '',
  officeAddress: '',
  businessHours: '',
  hosting: '',
  timeZone: 'Australia/Sydney',
  maintenance: '',
  captcha: '',
  signUp: true,
  marketing: true,
  prices: true,
  basicDollars: startPrices.basicDollars.toFixed(2),
  basicDocuments: String(startPrices.basicDocuments),
  smallDollars: startPrices.smallDollars.toFixed(2),
  smallDocuments: String(startPrices.smallDocuments),
  trialDays: String(startPrices.trialDays),
  session: false,
}
