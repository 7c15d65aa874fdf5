import { counted } from '@deedbox/contract/counts.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { Alert, Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorState } from '../ui/states.tsx'
import { When } from '../ui/when.tsx'
import { FactorItem } from './factor-item.tsx'
import classes from './factors.module.css'
import { AddAppDialog, NewCodesDialog } from './factors-dialogs.tsx'
import { factorsQuery } from './factors-refresh.ts'
import { SecurityPart } from './security-part.tsx'

/** Second factors and backup codes of the person. */
export function FactorsPart() {
  const [asked, setAsked] = useState<'app' | 'codes' | null>(null)
  const { data, error, refetch } = useQuery(factorsQuery)
  // Factors other than passkeys, which have their own part because they sign in alone.
  const others = data?.factors.filter(({ kind }) => kind !== 'passkey') ?? []
  const close = () => setAsked(null)
  return (
    <SecurityPart
      title="Second factor"
      lead="What you confirm with, besides your password, when you sign in."
      action={
        <Button variant="default" disabled={!data} onClick={() => setAsked('app')}>
          Add authenticator app
        </Button>
      }
    >
      {error && !data && (
        <ErrorState title="Failed to load your second factors" error={error} onRetry={refetch} />
      )}
      {!data && !error && <Skeleton height={72} mt="sm" aria-busy="true" />}
      {data?.factors.length === 0 && (
        <Text className={classes.small ?? ''} mt="sm">
          {data.required
            ? 'Your role needs a second factor, and you have none yet.'
            : 'You have none: your password is enough to sign in. A second factor keeps others out who know it.'}
          {data.enrolBefore && (
            <>
              {' '}
              Please add one; the time for it ends <When at={data.enrolBefore} />.
            </>
          )}
        </Text>
      )}
      {data && data.factors.length > 0 && (
        <>
          {others.length > 0 ? (
            <ul className={classes.list} aria-label="Second factors">
              {others.map((factor) => (
                <FactorItem key={factor.id} factor={factor} last={data.factors.length === 1} />
              ))}
            </ul>
          ) : (
            <Text className={classes.small ?? ''} mt="sm" mb="sm">
              You confirm with a passkey.
            </Text>
          )}
          <BackupCodesLeft left={data.backupCodesLeft} onNew={() => setAsked('codes')} />
        </>
      )}
      {asked === 'app' && <AddAppDialog onClose={close} />}
      {asked === 'codes' && <NewCodesDialog left={data?.backupCodesLeft ?? 0} onClose={close} />}
    </SecurityPart>
  )
}

function BackupCodesLeft({ left, onNew }: { left: number; onNew: () => void }) {
  const runsOut = left <= limits.backupCodes.fewLeft
  const text = `${counted(left, 'backup code')} left`
  return (
    <div className={classes.factor}>
      <div>
        <div className={classes.name}>{text}</div>
        <div className={classes.small}>For the day on which you have lost your second factor.</div>
      </div>
      <Button variant={runsOut ? 'light' : 'subtle'} size="compact-sm" onClick={onNew}>
        Make new ones
      </Button>
      {runsOut && (
        <Alert color="amber" w="100%">
          Only {text}. Please make new ones, so that you can still sign in when you lose your second factor.
        </Alert>
      )}
    </div>
  )
}
