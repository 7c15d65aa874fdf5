import type { Factor } from '@deedbox/contract/factors.ts'
import { Anchor, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type NoPasskeys, useNoPasskeys } from '../lib/passkeys.ts'
import { ErrorState } from '../ui/states.tsx'
import { AddPasskeyDialog } from './add-passkey.tsx'
import { FactorItem } from './factor-item.tsx'
import classes from './factors.module.css'
import { factorsQuery } from './factors-refresh.ts'
import { SecurityPart } from './security-part.tsx'

/** Passkeys of the person: each signs in alone, and is a second factor after the password. */
export function PasskeysPart() {
  const { data, error, refetch } = useQuery(factorsQuery)
  const none = useNoPasskeys()
  const [adding, setAdding] = useState(false)
  const passkeys: Factor[] = data?.factors.filter(({ kind }) => kind === 'passkey') ?? []
  return (
    <SecurityPart
      title="Passkeys"
      lead="Sign in with your fingerprint, face or PIN instead of a password. A passkey cannot be guessed, and works on this site only. It is a second factor, too."
      action={
        none === null && (
          <Button variant="default" disabled={!data} onClick={() => setAdding(true)}>
            Add a passkey
          </Button>
        )
      }
    >
      {none && <NotHere none={none} />}
      {error && !data && <ErrorState title="Failed to load your passkeys" error={error} onRetry={refetch} />}
      {passkeys.length > 0 && (
        <ul className={classes.list} aria-label="Passkeys">
          {passkeys.map((passkey) => (
            <FactorItem key={passkey.id} factor={passkey} last={data?.factors.length === 1} />
          ))}
        </ul>
      )}
      {adding && <AddPasskeyDialog onClose={() => setAdding(false)} />}
    </SecurityPart>
  )
}

function NotHere({ none }: { none: NoPasskeys }) {
  return (
    <Text className={classes.small ?? ''} mt="sm">
      {'text' in none ? (
        none.text
      ) : (
        <>
          Browsers allow no passkeys at {location.origin}. To add or use one, open Deedbox as{' '}
          <Anchor href={`${none.at}/profile#security`} inherit>
            {none.at}
          </Anchor>
          .
        </>
      )}
    </Text>
  )
}
