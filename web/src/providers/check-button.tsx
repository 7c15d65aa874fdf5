import type { Provider } from '@deedbox/contract/providers.ts'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { call, messageOf } from '../lib/api.ts'
import { toast } from '../ui/toast.tsx'

/** Button that asks the provider for its facts, and says what is wrong. */
export function CheckButton({ provider: { id, name } }: { provider: Provider }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('POST /api/providers/:providerId/check', { params: { providerId: id } }),
    onSuccess({ problems }) {
      if (problems.length === 0) toast.success(`${name} answers as it should`)
      else toast.error(problems.join(' '), `${name} does not work yet`)
    },
    onError: (error) => toast.error(messageOf(error)),
  })
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={isPending}
      onClick={() => mutate()}
      aria-label={`Check ${name}`}
    >
      Check
    </Button>
  )
}
