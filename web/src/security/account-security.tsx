import { errors } from '@deedbox/contract/refusals/kernel.ts'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { call } from '../lib/api.ts'
import { Card } from '../ui/card.tsx'
import { ErrorState } from '../ui/states.tsx'
import { DevicesPart } from './devices-part.tsx'
import { FactorsPart } from './factors-part.tsx'
import { IdentitiesPart, type Linking } from './identities-part.tsx'
import { PasskeysPart } from './passkeys-part.tsx'
import { PasswordPart } from './password-part.tsx'
import { PhonePart } from './phone-part.tsx'
import classes from './security.module.css'
import { SecurityPart } from './security-part.tsx'
import { SessionsPart } from './sessions-part.tsx'
import { SignInsPart } from './sign-ins-part.tsx'
import { TokensPart } from './tokens-part.tsx'

/** Security settings of an account, on /profile#security; emails link to it. */
export function AccountSecurity({ linking }: { linking?: Linking }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['security', 'ways'],
    queryFn: ({ signal }) => call('GET /api/session/proof', { signal }),
  })
  const { hash } = useLocation()
  const card = useRef<HTMLDivElement>(null)
  const asked = hash === '#security'
  useEffect(() => {
    if (asked) card.current?.scrollIntoView()
  }, [asked])
  return (
    <div ref={card} className={classes.security}>
      <Card title="Account security" id="security">
        {data ? (
          <PasswordPart exists={data.ways.includes('password')} />
        ) : (
          <SecurityPart title="Password">
            {error ? (
              <ErrorState title={errors.unexpected.message} error={error} onRetry={refetch} />
            ) : (
              <Skeleton height={48} />
            )}
          </SecurityPart>
        )}
        <PasskeysPart />
        <FactorsPart />
        <IdentitiesPart linking={linking} />
        <PhonePart />
        <SessionsPart />
        <DevicesPart />
        <TokensPart />
        <SignInsPart />
      </Card>
    </div>
  )
}
