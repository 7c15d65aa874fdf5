import { counted } from '@deedbox/contract/counts.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type { Matter } from '@deedbox/contract/matters.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { Stack, Text } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { call } from '../lib/api.ts'
import { dateText } from '../lib/format.ts'
import { refreshEverything } from '../lib/query.ts'
import { useDeployment } from '../lib/session.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { ChooseDocuments } from '../ui/choose-documents.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { MatterShared } from '../ui/matter-shared.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'

/** Puts documents into a matter, chosen from those that the person sees; they stay chosen while the search changes. */
export function PutDocuments({ matter, onClose }: { matter: Matter; onClose: () => void }) {
  const { timeZone } = useDeployment()
  const [search, setSearch] = useState('')
  const list = useInfiniteQuery({
    queryKey: ['documents', 'to-put', search],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/documents', {
        query: { search, status: 'with-archived', limit: 20, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })
  const form = useServerForm({
    initialValues: { documentIds: [] as string[] },
    async send({ documentIds }) {
      const given = { params: { matterId: matter.id }, body: { documentIds } }
      const { added } = await call('POST /api/matters/:matterId/documents', given)
      toast.success(`${counted(added, 'document')} put into ${matter.name}`)
      onClose()
      void refreshEverything()
    },
  })
  const { documentIds } = form.values
  const chosen = useMemo(() => new Set(documentIds), [documentIds])
  const { setFieldValue } = form
  const toggle = useCallback(
    (id: string) =>
      setFieldValue('documentIds', (before) =>
        before.includes(id)
          ? before.filter((one) => one !== id)
          : before.length < limits.bulk
            ? [...before, id]
            : before,
      ),
    [setFieldValue],
  )
  const rows = useMemo(
    () =>
      list.data?.pages
        .flatMap(({ documents }) => documents)
        .filter(({ can }) => can.correct)
        .map(({ id, title, clientName, ownerName, uploadedAt }) => ({
          id,
          title,
          details: [clientName, ownerName, `uploaded ${dateText(uploadedAt, timeZone)}`]
            .filter(Boolean)
            .join(' · '),
        })),
    [list.data, timeZone],
  )
  return (
    <Dialog onClose={onClose} title={`Put documents into ${matter.name}`} size="lg">
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <Text size="sm">
            A document is in one matter or in none, so each leaves the one that it is in now, and access that
            came with a share of that matter ends. All other access stays as it is.
          </Text>
          <MatterShared matterId={matter.id} />
          <ChooseDocuments
            label="Documents"
            placeholder="Title, client, owner or file name"
            noMatch="No document that you handle matches this search."
            search={search}
            onSearch={setSearch}
            list={list}
            rows={rows}
            selected={chosen}
            onToggle={toggle}
          />
          <Text size="sm" c="dimmed" role="status">
            {documentIds.length === 0 ? 'None chosen' : `${documentIds.length} chosen`}
          </Text>
          <FormFailure title={screen.matterDocumentsFailed} error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy} disabled={documentIds.length === 0}>
              Put into the matter
            </SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
