import { Button, Divider } from '@mantine/core'
import { useRef, useState } from 'react'
import { type Answer, call } from '../lib/api.ts'
import { emailRule } from '../ui/rules.ts'

type Way = Answer<'POST /api/sign-in/way'>

/** Finds out how people with the typed email sign in: asked when the email is complete, forgotten when it changes. */
export function useProviderWay() {
  const [way, setWay] = useState<Way | null>(null)
  const [password, setPassword] = useState(false)
  const asked = useRef('')
  const provider = way?.way === 'provider' ? way : null
  return {
    way: provider,
    /** Provider, if there is no other way; administrators may still use their password. */
    only: provider?.required && !password ? provider : null,
    usePassword: () => setPassword(true),
    async ask(email: string, again = false) {
      if (emailRule(email) !== null || (email === asked.current && !again)) return
      asked.current = email
      // Failures count as no provider: the password works for most people, and where it does not, signing in says so.
      const answer = await call('POST /api/sign-in/way', { body: { email } }).catch(() => null)
      if (asked.current === email) setWay(answer)
    },
    forget() {
      asked.current = ''
      setWay(null)
      setPassword(false)
    },
  }
}

/** Link that is plain, because it leaves this site. */
export function ContinueWith({ way, email, target }: { way: Way; email: string; target: string }) {
  const query = new URLSearchParams({ provider: way.providerId ?? '', email, returnTo: target })
  return (
    <>
      {!way.required && <Divider label="or" labelPosition="center" />}
      <Button
        component="a"
        href={`/api/oauth/start?${query}`}
        variant={way.required ? 'filled' : 'default'}
        fullWidth
      >
        Continue with {way.name}
      </Button>
    </>
  )
}
