import { abnText, acnText } from '@deedbox/contract/business-numbers.ts'
import { organizationFieldNames } from '@deedbox/contract/organization-fields.ts'
import type { Organization, OrganizationDetails } from '@deedbox/contract/organizations.ts'
import { phoneText } from '@deedbox/contract/phone.ts'

/** Returns an organisation as people read and type it; a new one is empty and Australian. */
export function typedDetails(organization: Organization | null): OrganizationDetails {
  const values = organizationFieldNames.map((field) => [field, organization?.[field] ?? ''])
  const details: OrganizationDetails = Object.fromEntries(values)
  return {
    ...details,
    abn: abnText(details.abn),
    acn: acnText(details.acn),
    country: details.country || 'AU',
    contactPhone: details.contactPhone && phoneText(details.contactPhone),
  }
}
