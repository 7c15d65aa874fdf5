import { counted, countText } from '@deedbox/contract/counts.ts'
import type { bulkActions } from '@deedbox/contract/grants.ts'
import { fill, screen, success } from '@deedbox/contract/messages.ts'
import { useMediaQuery } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, ApiError, call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FormFailure } from '../ui/form.tsx'
import { toast } from '../ui/toast.tsx'
import { BulkReview } from './bulk-review.tsx'
import { BulkSelect } from './bulk-select.tsx'

type BulkAction = (typeof bulkActions)[number]

/**
 * Manages access in bulk (specification, sections 4 and 5): select active grants, revoke them or renew them for one year, review what will change,
 * confirm. Either all reviewed grants are changed or none: if one has changed since, a message says so and the review is shown again. The dialog is
 * open while mounted.
 */
export function BulkAccessDialog({ search = '', onClose }: { search?: string; onClose: () => void }) {
  const phone = useMediaQuery('(max-width: 39.99em)', false, { getInitialValueInEffect: false })
  const [action, setAction] = useState<BulkAction | null>(null)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [reviewed, setReviewed] = useState<Answer<'POST /api/access/bulk/preview'> | null>(null)
  const preview = useMutation({
    mutationFn: (body: { action: BulkAction; grantIds: string[] }) =>
      call('POST /api/access/bulk/preview', { body }),
    onSuccess(answer) {
      setReviewed(answer)
      // Grants that can no longer be changed are dropped from the selection.
      setSelected(new Set(answer.changes.map(({ id }) => id)))
    },
  })
  const apply = useMutation({
    mutationFn: (body: { action: BulkAction; grantIds: string[] }) => call('POST /api/access/bulk', { body }),
    onSuccess: ({ count }, { action }) => {
      toast.success(fill(success.bulk, { action, n: countText(count) }))
      void refreshEverything()
      onClose()
    },
    onError: (error, body) => {
      if (!(error instanceof ApiError) || error.code !== 'bulk-changed') return
      void refreshEverything()
      preview.mutate(body)
    },
  })
  const close = () => {
    if (!apply.isPending) onClose()
  }
  const back = () => {
    setReviewed(null)
    preview.reset()
    apply.reset()
  }
  const title =
    reviewed && action
      ? `${action === 'revoke' ? 'Revoke' : 'Renew'} ${counted(reviewed.changes.length, 'access record')}?`
      : 'Bulk access management'

  return (
    <Dialog
      onClose={close}
      closeOnClickOutside={selected.size === 0}
      title={title}
      size="xl"
      fullScreen={phone ?? false}
    >
      {reviewed && action ? (
        <BulkReview
          action={action}
          preview={reviewed}
          busy={apply.isPending || preview.isPending}
          onBack={back}
          onConfirm={() => apply.mutate({ action, grantIds: reviewed.changes.map(({ id }) => id) })}
        >
          <FormFailure title={screen.bulkFailed} error={apply.error ?? preview.error} />
        </BulkReview>
      ) : (
        <BulkSelect
          begin={search}
          action={action}
          onAction={setAction}
          selected={selected}
          onSelect={setSelected}
          busy={preview.isPending}
          onCancel={close}
          onReview={(action) => preview.mutate({ action, grantIds: [...selected] })}
        >
          <FormFailure title={screen.bulkFailed} error={preview.error} />
        </BulkSelect>
      )}
    </Dialog>
  )
}
