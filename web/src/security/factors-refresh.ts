import { queryClient, refreshSession } from '../lib/query.ts'

/** After a second factor was added, removed or renamed. */
export async function refreshFactors(): Promise<void> {
  void refreshSession()
  await queryClient.invalidateQueries({ queryKey: ['security'] })
}
