import { fill, screen } from '@deedbox/contract/messages.ts'
import { errors } from '@deedbox/contract/refusals/identity.ts'
import { Button, Divider } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useDeployment } from '../lib/session.ts'
import { toast } from '../ui/toast.tsx'

/** Link to sign in with the deployment's OpenID provider, if it has one; a plain link, because it leaves this site. */
export function ProviderSignIn() {
  const { provider, supportEmail } = useDeployment()
  const [query, setQuery] = useSearchParams()
  const failed = query.get('error')
  const shown = useRef(false)
  useEffect(() => {
    if (!failed || shown.current) return
    shown.current = true
    toast.error(fill(failureText(failed, provider), { provider: provider ?? '', email: supportEmail }))
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

/** Says why the provider from which the browser comes back did not sign the person in. */
function failureText(code: string, provider: string | null): string {
  if (code === 'provider-failed' && provider) return screen.oauthFailed
  const known = code.startsWith('provider-') || code.startsWith('sign-up-')
  return known && code in errors
    ? errors[code as keyof typeof errors].message
    : errors['provider-failed'].message
}
