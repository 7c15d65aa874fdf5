import { limits } from '@deedbox/contract/limits.ts'
import { screen, success } from '@deedbox/contract/messages.ts'
import type { PasskeyAnswer } from '@deedbox/contract/passkeys.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError, call } from '../lib/api.ts'
import { offerPasskeys, useNoPasskeys } from '../lib/passkeys.ts'
import { arrive } from '../lib/session.ts'
import { toast } from '../ui/toast.tsx'
import { lockedText } from './attempts.ts'
import { PasskeyButton } from './passkey-button.tsx'

/** Milliseconds after which a new offer is made, before the challenge of the last one ends. */
const offeredMs = limits.passkeyMs - 60_000

async function signIn(response: PasskeyAnswer) {
  await arrive(await call('POST /api/session/passkey', { body: { response } }))
  toast.success(success.login)
}

function textOf(error: Error): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'login-locked') return lockedText(error.retryAfterMinutes ?? limits.lockout.minutes)
  return error.code === 'login-invalid' ? screen.passkeyRefused : error.message
}

/** Signs in without a password, by the button or where the browser fills in the email. */
export function PasskeySignIn() {
  const none = useNoPasskeys()
  const [round, setRound] = useState(0)
  const again = () => setRound((rounds) => rounds + 1)
  const take = useEffectEvent((answer: PasskeyAnswer) => {
    signIn(answer).catch((error: Error) => {
      toast.error(textOf(error) ?? screen.loginUnexpected)
      again()
    })
  })
  const possible = none === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: every round is a new offer.
  useEffect(() => {
    if (!possible) return
    const stop = offerPasskeys(take)
    const timer = setTimeout(again, offeredMs)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [possible, round])
  return (
    <PasskeyButton fullWidth textOf={textOf} take={signIn} onFailure={again}>
      Sign in with a passkey
    </PasskeyButton>
  )
}
