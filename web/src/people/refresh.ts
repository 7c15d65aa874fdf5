import { queryClient } from '../lib/query.ts'

export const invitationsKey = ['invitations'] as const

/** Fetches everything that shows people again. */
export async function refreshPeople(): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['dashboard'] })
  void queryClient.invalidateQueries({ queryKey: ['organization-names'] })
  void queryClient.invalidateQueries({ queryKey: invitationsKey })
  await queryClient.invalidateQueries({ queryKey: ['users'] })
}
