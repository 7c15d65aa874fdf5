import type { SiteValues } from '../../contract/src/site.ts'

/** What the server would fill into the public pages of a new deployment. */
export const devValues: SiteValues = {
  name: 'Deedbox',
  publicUrl: 'http://localhost:5173',
  supportEmail: 'support@localhost.localdomain',
  enterpriseEmail: 'support@localhost.localdomain',
  phone: '',
  officeAddress: '',
  hosting: '',
  maintenance: '',
  signUp: true,
  marketing: true,
  session: false,
}
