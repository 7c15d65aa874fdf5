import { Skeleton } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Answer, call } from '../lib/api.ts'
import { ErrorState } from '../ui/states.tsx'
import { When } from '../ui/when.tsx'
import { SecurityItem, SecurityList } from './security-list.tsx'
import { SecurityPart } from './security-part.tsx'

export type Identity = Answer<'GET /api/identities'>['identities'][number]

/** Parts that link an identity of a provider with the account, and unlink it. */
export type Linking = { link: ReactNode; unlink: (identity: Identity) => ReactNode }

/** The identities of providers that the person can sign in with. */
export function IdentitiesPart({ linking }: { linking?: Linking | undefined }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['security', 'identities'],
    queryFn: ({ signal }) => call('GET /api/identities', { signal }),
  })
  const none = data?.identities.length === 0
  return (
    <SecurityPart
      title="Sign-in providers"
      lead={none ? 'No account with a provider is linked with yours.' : 'You can sign in through these.'}
      action={linking?.link}
    >
      {error && !data && (
        <ErrorState title="Failed to load sign-in providers" error={error} onRetry={refetch} />
      )}
      {!data && !error && <Skeleton height={48} mt="md" />}
      {data && !none && (
        <SecurityList label="Sign-in providers">
          {data.identities.map((identity) => (
            <SecurityItem
              key={identity.id}
              icon={IconLink}
              name={identity.provider}
              action={linking?.unlink(identity)}
            >
              {identity.email && <div>{identity.email}</div>}
              <div>
                Linked <When at={identity.linkedAt} />
              </div>
              {identity.lastUsedAt && (
                <div>
                  Last used <When at={identity.lastUsedAt} />
                </div>
              )}
            </SecurityItem>
          ))}
        </SecurityList>
      )}
    </SecurityPart>
  )
}
