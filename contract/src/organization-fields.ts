import type { OrganizationDetails } from './organizations.ts'

/** The fields of an organisation in their order on the screen; kept apart from the schemas so that screens do not load zod. */
export const organizationFields = {
  name: 'Name',
  abn: 'ABN',
  acn: 'ACN',
  address: 'Address',
  city: 'City',
  state: 'State',
  postalCode: 'Postal code',
  country: 'Country',
  contactName: 'Contact name',
  contactEmail: 'Contact email',
  contactPhone: 'Contact phone',
} as const satisfies Record<keyof OrganizationDetails, string>

export type OrganizationField = keyof typeof organizationFields
export const organizationFieldNames = Object.keys(organizationFields) as OrganizationField[]
