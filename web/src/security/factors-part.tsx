import type { Factor } from '@deedbox/contract/factors.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { Alert, Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../lib/api.ts'
import { ErrorState } from '../ui/states.tsx'
import { When } from '../ui/when.tsx'
import { factorKindLabels } from './factor-names.ts'
import classes from './factors.module.css'
import { AddAppDialog, NewCodesDialog, RemoveDialog, RenameDialog } from './factors-dialogs.tsx'
import { SecurityPart } from './security-part.tsx'

type Asked = 'app' | 'codes' | { rename: Factor } | { remove: Factor }

/** One's second factors and backup codes. */
export function FactorsPart() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['security', 'factors'],
    queryFn: ({ signal }) => call('GET /api/factors', { signal }),
  })
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
              Please add one before <When at={data.enrolBefore} />.
            </>
          )}
        </Text>
      )}
      {data && data.factors.length > 0 && (
        <>
          <ul className={classes.list}>
            {data.factors.map((factor) => (
              <li key={factor.id} className={classes.factor}>
                <div>
                  <div className={classes.name}>{factor.name || factorKindLabels[factor.kind]}</div>
                  <div className={classes.small}>
                    {factorKindLabels[factor.kind]}
                    {factor.backedUp && ', synced between your devices'} · added{' '}
                    <When at={factor.createdAt} />
                    {factor.lastUsedAt && (
                      <>
                        {' '}
                        · last used <When at={factor.lastUsedAt} />
                      </>
                    )}
                  </div>
                </div>
                <Group gap="xs">
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={`Rename ${factor.name}`}
                    onClick={() => setAsked({ rename: factor })}
                  >
                    Rename
                  </Button>
                  <Button
                    variant="subtle"
                    color="wax"
                    size="compact-sm"
                    aria-label={`Remove ${factor.name}`}
                    onClick={() => setAsked({ remove: factor })}
                  >
                    Remove
                  </Button>
                </Group>
              </li>
            ))}
          </ul>
          <BackupCodesLeft left={data.backupCodesLeft} onNew={() => setAsked('codes')} />
        </>
      )}
      {asked === 'app' && <AddAppDialog onClose={close} />}
      {asked === 'codes' && <NewCodesDialog left={data?.backupCodesLeft ?? 0} onClose={close} />}
      {typeof asked === 'object' && asked && 'rename' in asked && (
        <RenameDialog factor={asked.rename} onClose={close} />
      )}
      {typeof asked === 'object' && asked && 'remove' in asked && (
        <RemoveDialog factor={asked.remove} last={data?.factors.length === 1} onClose={close} />
      )}
    </SecurityPart>
  )
}

function BackupCodesLeft({ left, onNew }: { left: number; onNew: () => void }) {
  const few = left <= limits.backupCodes.fewLeft
  const text = left === 1 ? '1 backup code left' : `${left} backup codes left`
  return (
    <div className={classes.factor}>
      <div>
        <div className={classes.name}>{text}</div>
        <div className={classes.small}>For the day on which you have lost your second factor.</div>
      </div>
      <Button variant={few ? 'light' : 'subtle'} size="compact-sm" onClick={onNew}>
        Make new ones
      </Button>
      {few && (
        <Alert color="amber" w="100%">
          Only {text}. Please make new ones, so that you can still sign in when you lose your second factor.
        </Alert>
      )}
    </div>
  )
}
