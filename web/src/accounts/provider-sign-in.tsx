import { errors, fill, screen } from '@deedbox/contract/messages.ts'
import { Button, Divider } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useDeployment } from '../lib/session.ts'
import { toast } from '../ui/toast.tsx'

/** Signing in with the deployment's OpenID provider, if it has one; a plain link, because it leaves this site. */
export function ProviderSignIn() {
  const { provider, supportEmail } = useDeployment()
  const [query, setQuery] = useSearchParams()
  const failed = query.get('error')
  const shown = useRef(false)
  useEffect(() => {
    if (!failed || !provider || shown.current) return
    shown.current = true
    const refused =
      failed === 'sign-up-closed' || failed === 'sign-up-invited' ? errors[failed].message : null
    toast.error(fill(refused ?? screen.oauthFailed, { provider, email: supportEmail }))
    setQuery(
      (now) => {
        now.delete('error')
        return now
      },
      { replace: true },
    )
  }, [failed, provider, supportEmail, setQuery])

  if (!provider) return null
  return (
    <>
      <Divider label="or" labelPosition="center" />
      <Button component="a" href="/api/oauth/start" variant="default" fullWidth>
        Sign in with {provider}
      </Button>
    </>
  )
}
