import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { hasOwnPasskey } from '../lib/passkeys.ts'
import { arrive } from '../lib/session.ts'
import { PasskeyButton } from './passkey-button.tsx'

/** The second step with a passkey, for who has one. */
export function PasskeyStep(props: {
  remember: boolean
  onPassed: () => void
  fieldProps?: Record<string, string> | undefined
}) {
  const { data: has } = useQuery({
    queryKey: ['passkey-step'],
    queryFn: ({ signal }) => hasOwnPasskey(signal),
    gcTime: 0,
  })
  if (!has) return null
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
