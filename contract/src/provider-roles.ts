/** Roles that people may get when they first come through a provider: never administrators of anything. */
export const providerRoles = ['guest', 'requestor', 'trustee'] as const
