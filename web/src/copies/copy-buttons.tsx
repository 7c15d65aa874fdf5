import type { Copy } from '@deedbox/contract/copies.ts'
import { copyKinds } from '@deedbox/contract/copy-terms.ts'
import { Button, Group, VisuallyHidden } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { later } from '../ui/later.tsx'
import { toast } from '../ui/toast.tsx'

const WithdrawDialog = later(async () => (await import('./withdraw-dialog.tsx')).WithdrawDialog)

/** Withdraws a copy, and switches the public answer to its code. */
export function CopyButtons({ copy, date = '' }: { copy: Copy; date?: string }) {
  const [withdrawing, setWithdrawing] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call('PUT /api/copies/:copyId/checked', {
        params: { copyId: copy.id },
        body: { checked: !copy.checked },
      }),
    onSuccess: () => {
      toast.success(copy.checked ? 'The code is switched off' : 'The code is switched on')
      void refreshEverything()
    },
    onError: (error) => toast.error(messageOf(error)),
  })
  if (!copy.can.withdraw) return null
  const which = <VisuallyHidden> {`${copyKinds[copy.kind]} ${date}`}</VisuallyHidden>
  return (
    <Group gap="xs" mt="xs">
      {copy.state !== 'withdrawn' && (
        <Button size="compact-sm" variant="default" onClick={() => setWithdrawing(true)}>
          Withdraw{which}
        </Button>
      )}
      <Button size="compact-sm" variant="default" loading={isPending} onClick={() => mutate()}>
        {copy.checked ? 'Switch its code off' : 'Switch its code on'}
        {which}
      </Button>
      {withdrawing && <WithdrawDialog copy={copy} onClose={() => setWithdrawing(false)} />}
    </Group>
  )
}
