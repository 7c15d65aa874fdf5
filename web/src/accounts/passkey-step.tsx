import { call } from '../lib/api.ts'
import { arrive } from '../lib/session.ts'
import { PasskeyButton } from './passkey-button.tsx'

/** The second step with a passkey, for people who have one. */
export function PasskeyStep(props: {
  remember: boolean
  onPassed: () => void
  fieldProps?: Record<string, string> | undefined
}) {
  return (
    <PasskeyButton
      needed
      fullWidth
      {...props.fieldProps}
      take={async (response) => {
        const body = { response, remember: props.remember }
        await arrive(await call('POST /api/session/passkey', { body }))
        props.onPassed()
      }}
    >
      Use a passkey
    </PasskeyButton>
  )
}
