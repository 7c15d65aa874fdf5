import { Skeleton } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useDeployment } from '../lib/session.ts'

// Widget loaded on demand, as few deployments have one.
const Widget = lazy(() => import('./captcha-widget.tsx'))

/**
 * Checks that somebody is not a robot, where the deployment has a service for it: `widget` goes above the button of the form, and `proof()` into the
 * body of its call. Each token works once, so a new one is fetched after each call.
 */
export function useCaptcha(): { widget: ReactNode; proof: () => { captchaToken?: string } } {
  const { captcha } = useDeployment()
  const token = useRef<string | null>(null)
  const [round, setRound] = useState(0)
  if (!captcha) return { widget: null, proof: () => ({}) }
  return {
    widget: (
      <Suspense fallback={<Skeleton height={65} />}>
        <Widget
          key={round}
          {...captcha}
          onToken={(given) => {
            token.current = given
          }}
        />
      </Suspense>
    ),
    proof() {
      const used = token.current
      token.current = null
      setRound((before) => before + 1)
      return used === null ? {} : { captchaToken: used }
    },
  }
}
