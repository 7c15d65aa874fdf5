/** Roles and their permissions (specification, sections 1 and 6). The server enforces them; the web only shows or hides. */
export const roles = ['admin', 'trustee', 'b2b_admin', 'requestor', 'guest'] as const
export type Role = (typeof roles)[number]

/** Roles a person may choose for themselves at sign-up. */
export const signupRoles = ['trustee', 'requestor'] as const

export const professionalTypes = [
  'general',
  'legal_counsel',
  'lawyer',
  'accountant',
  'financial_advisor',
  'notary',
] as const
export type ProfessionalType = (typeof professionalTypes)[number]

export const professionalTypeLabels: Record<ProfessionalType, string> = {
  general: 'General',
  legal_counsel: 'Legal Counsel',
  lawyer: 'Lawyer',
  accountant: 'Accountant',
  financial_advisor: 'Financial Advisor',
  notary: 'Notary',
}

export const permissions = [
  'canManageUsers',
  'canManageSystem',
  'canViewAllDocuments',
  'canManageDocuments',
  'canGrantAccess',
  'canViewOwnDocuments',
  'canManageOrganization',
  'canRequestAccess',
  'canUploadDocuments',
  'canViewGrantedDocuments',
] as const
export type Permission = (typeof permissions)[number]

const byRole: Record<Role, readonly Permission[]> = {
  admin: ['canManageUsers', 'canManageSystem', 'canViewAllDocuments', 'canManageDocuments'],
  trustee: ['canManageDocuments', 'canGrantAccess', 'canViewOwnDocuments'],
  b2b_admin: ['canManageUsers', 'canManageOrganization', 'canViewOwnDocuments'],
  requestor: ['canRequestAccess', 'canViewOwnDocuments', 'canUploadDocuments'],
  guest: ['canViewGrantedDocuments'],
}

export const isRole = (role: string): role is Role => (roles as readonly string[]).includes(role)

/** Lists the permissions of a role; an unknown role has none (section 6). */
export const permissionsOf = (role: string): readonly Permission[] => (isRole(role) ? byRole[role] : [])

/** Returns the label of a role (section 1). A requestor's depends on the professional type. */
export function roleLabel(role: string, professionalType?: string | null): string {
  switch (role) {
    case 'admin':
      return 'System Administrator'
    case 'trustee':
      return 'Trustee'
    case 'b2b_admin':
      return 'Organization Administrator'
    case 'guest':
      return 'Guest Viewer'
    case 'requestor':
      return requestorLabel(professionalType)
    default:
      return 'User'
  }
}

function requestorLabel(professionalType?: string | null): string {
  switch (professionalType) {
    case 'legal_counsel':
      return 'Legal Counsel'
    case 'accountant':
      return 'Accountant'
    case 'financial_advisor':
      return 'Financial Advisor'
    case null:
    case undefined:
      return 'Requestor'
    default:
      return 'Professional Requestor'
  }
}

/** Returns the short label used in tables and badges (section 1). */
export function roleShortLabel(role: string, professionalType?: string | null): string {
  if (role === 'admin') return 'System Admin'
  if (role === 'b2b_admin') return 'Org Admin'
  return roleLabel(role, professionalType)
}
