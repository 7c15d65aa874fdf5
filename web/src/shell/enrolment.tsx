import { Anchor, Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { AuthCard } from '../accounts/auth-card.tsx'
import { useNoPasskeys } from '../lib/passkeys.ts'
import { refreshSession } from '../lib/query.ts'
import { startAnew, useSession } from '../lib/session.ts'
import { AddApp } from '../security/add-app.tsx'
import { AddPasskey } from '../security/add-passkey.tsx'
import { BackupCodes } from '../security/backup-codes.tsx'
import { toast } from '../ui/toast.tsx'

/**
 * Page that people see everywhere whose role needs a second factor and whose days of grace are over. It stays until they have saved their backup
 * codes, even if the session is complete by then.
 */
export default function Enrolment({ onDone }: { onDone: () => void }) {
  const { session } = useSession()
  const [codes, setCodes] = useState<string[] | null>(null)
  const none = useNoPasskeys()
  const [passkey, setPasskey] = useState(false)
  const over = codes === null && session !== undefined && session.pending?.lacks !== 'enrolment'
  const done = useEffectEvent(onDone)
  useEffect(() => {
    if (over) done()
  }, [over])

  // Scroll and focus at the top, as the page before was longer and had the focus on a field.
  useEffect(() => {
    if (!codes) return
    scrollTo({ top: 0 })
    document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true })
  }, [codes])

  async function added(backupCodes: string[] | null) {
    if (backupCodes) return setCodes(backupCodes)
    await refreshSession()
    onDone()
  }

  if (codes)
    return (
      <AuthCard key="codes" title="Keep your backup codes">
        <BackupCodes
          codes={codes}
          onKept={async () => {
            await refreshSession()
            onDone()
          }}
        />
      </AuthCard>
    )
  return (
    <AuthCard
      title="Set up a second factor"
      lead="Your role needs one: besides your password, something that only you have. Until you have set it up, you cannot go on."
      footer={
        <Anchor
          component="button"
          type="button"
          inherit
          onClick={() => startAnew().catch((error) => toast.failure('Failed to sign out', error))}
        >
          Sign out
        </Anchor>
      }
    >
      {passkey ? <AddPasskey onAdded={added} /> : <AddApp onAdded={added} />}
      {none === null && (
        <Button variant="subtle" fullWidth mt="md" onClick={() => setPasskey(!passkey)}>
          {passkey ? 'Use an authenticator app instead' : 'Use a passkey instead'}
        </Button>
      )}
    </AuthCard>
  )
}
