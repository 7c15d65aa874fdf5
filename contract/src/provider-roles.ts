/** What people may become who come through a provider for the first time: never administrators of anything. */
export const providerRoles = ['guest', 'requestor', 'trustee'] as const
