import { Button, Divider } from '@mantine/core'
import { useRef, useState } from 'react'
import { type Answer, call } from '../lib/api.ts'
import { emailRule } from '../ui/rules.ts'

type Way = Answer<'POST /api/sign-in/way'>

/** How people with the typed email sign in: asked when the email is complete, forgotten when it changes. */
export function useProviderWay() {
  const [way, setWay] = useState<Way | null>(null)
  const [password, setPassword] = useState(false)
  const asked = useRef('')
  const found = way?.way === 'provider' ? way : null
  return {
    way: found,
    /** Where there is no other way; administrators may still use their password. */
    only: found?.required && !password ? found : null,
    usePassword: () => setPassword(true),
    async ask(email: string, again = false) {
      if (emailRule(email) !== null || (email === asked.current && !again)) return
      asked.current = email
      // The password still works for most people; where it does not, signing in says so.
      const found = await call('POST /api/sign-in/way', { body: { email } }).catch(() => null)
      if (asked.current === email) setWay(found)
    },
    forget() {
      asked.current = ''
      setWay(null)
      setPassword(false)
    },
  }
}

/** A plain link, because it leaves this site. */
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
