import { errors } from '@deedbox/contract/messages.ts'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { Card } from '../ui/card.tsx'
import { ErrorState } from '../ui/states.tsx'
import { PasswordPart } from './password-part.tsx'

/** All that keeps an account safe, on /profile#security. */
export function AccountSecurity() {
  const { data, error, refetch } = useQuery({
    queryKey: ['security', 'ways'],
    queryFn: ({ signal }) => call('GET /api/session/proof', { signal }),
  })
  return (
    <Card title="Account security" id="security">
      {error && !data && <ErrorState title={errors.unexpected.message} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={48} />}
      {data && <PasswordPart exists={data.ways.includes('password')} />}
    </Card>
  )
}
