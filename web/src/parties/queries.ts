import { useQuery } from '@tanstack/react-query'
import { type Answer, call } from '../lib/api.ts'

export type Roles = Answer<'GET /api/matters/:matterId/roles'>
export type Role = Roles['roles'][number]

/** Everything that was recorded of the parties of a matter, and what does not fit together. */
export const useRoles = (matterId: string) =>
  useQuery({
    queryKey: ['matters', 'roles', matterId],
    queryFn: ({ signal }) => call('GET /api/matters/:matterId/roles', { params: { matterId }, signal }),
  })

const readParty = async (partyId: string, signal?: AbortSignal) =>
  (await call('GET /api/parties/:partyId', { params: { partyId }, ...(signal ? { signal } : {}) })).party

/** A party as it is now: never from the cache, as a form is filled with it. */
export const useParty = (partyId: string) =>
  useQuery({
    queryKey: ['matters', 'party', partyId],
    queryFn: ({ signal }) => readParty(partyId, signal),
    staleTime: 0,
    gcTime: 0,
  })

export { readParty }
