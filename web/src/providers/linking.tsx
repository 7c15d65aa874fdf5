import { errors } from '@deedbox/contract/refusals.ts'
import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { call, messageOf } from '../lib/api.ts'
import { queryClient } from '../lib/query.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { useLinkable } from './queries.ts'

/** Buttons to link one's own account with the providers that it is not linked with yet. */
export function LinkProvider() {
  const { data } = useLinkable()
  useFailure()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (providerId: string) => call('POST /api/identities', { body: { providerId } }),
    // Navigation to the provider, away from this site.
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => toast.error(messageOf(error)),
  })
  if (!data || data.providers.length === 0) return null
  return (
    <Group gap="xs">
      {data.providers.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          loading={isPending && variables === id}
          disabled={isPending}
          onClick={() => mutate(id)}
        >
          Link {name}
        </Button>
      ))}
    </Group>
  )
}

/** Button to stop signing in with an identity. */
export function UnlinkButton({ identity }: { identity: { id: string; provider: string } }) {
  const [asked, setAsked] = useState(false)
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => setAsked(true)}
        aria-label={`Unlink ${identity.provider}`}
      >
        Unlink
      </Button>
      {asked && (
        <ConfirmDialog
          title={`Unlink ${identity.provider}?`}
          confirm="Unlink"
          destructive
          failure="Failed to unlink the provider"
          onClose={() => setAsked(false)}
          act={async () => {
            await call('DELETE /api/identities/:identityId', { params: { identityId: identity.id } })
            toast.success(`${identity.provider} is unlinked`)
            await queryClient.invalidateQueries({ queryKey: ['security'] })
          }}
        >
          You can then no longer sign in with {identity.provider}.
        </ConfirmDialog>
      )}
    </>
  )
}

/** Says once why the provider from which the browser comes back was not linked. */
function useFailure() {
  const [query, setQuery] = useSearchParams()
  const code = query.get('error')
  const shown = useRef(false)
  useEffect(() => {
    if (!code || shown.current) return
    shown.current = true
    const known = code in errors ? errors[code as keyof typeof errors] : errors['provider-failed']
    toast.error(known.message, 'The provider was not linked')
    setQuery(
      (now) => {
        now.delete('error')
        return now
      },
      { replace: true },
    )
  }, [code, setQuery])
}
