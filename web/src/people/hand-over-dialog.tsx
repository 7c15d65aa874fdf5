import type { UserRow } from '@deedbox/contract/people.ts'
import { Alert, Button, Select, Skeleton, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { useUser } from '../lib/session.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { ErrorState } from '../ui/states.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { fullName } from './person-status.tsx'

const counted = (count: number) => (count === 1 ? '1 document' : `${count.toLocaleString('en-AU')} documents`)

/** Hands all documents of a person over to a confirmed trustee. */
export function HandOverDialog(props: { user: UserRow; name: string; onClose: () => void }) {
  const { user, name, onClose } = props
  const params = { userId: user.id }
  const preview = useQuery({
    queryKey: ['users', user.id, 'hand-over'],
    queryFn: ({ signal }) => call('GET /api/users/:userId/hand-over', { params, signal }),
    staleTime: 0,
  })
  const documents = preview.data?.documents
  return (
    <Dialog onClose={onClose} title={`Hand over the documents of ${name}`}>
      {preview.error && !preview.data ? (
        <ErrorState title="Failed to count the documents" error={preview.error} onRetry={preview.refetch} />
      ) : documents === undefined ? (
        <Skeleton height={120} />
      ) : documents === 0 ? (
        <Stack>
          <Alert color="gray">{name} owns no documents.</Alert>
          <DialogButtons>
            <Button variant="default" onClick={onClose} data-autofocus>
              Close
            </Button>
          </DialogButtons>
        </Stack>
      ) : (
        <HandOverForm {...props} documents={documents} />
      )}
    </Dialog>
  )
}

function HandOverForm(props: { user: UserRow; name: string; documents: number; onClose: () => void }) {
  const { user, name, onClose } = props
  const form = useServerForm({
    initialValues: { email: null as string | null },
    validate: { email: (email) => (email ? null : 'Please choose a trustee') },
    fieldOf: { 'hand-over-trustee': 'email' },
    async send({ email }) {
      if (!email) return
      const { documents } = await call('POST /api/users/:userId/hand-over', {
        params: { userId: user.id },
        body: { email },
      })
      toast.success(`${counted(documents)} handed over to ${email}`)
      void refreshEverything()
      onClose()
    },
  })
  const [typed, setTyped] = useState('')
  const trustees = useTrustees(typed, user.id)
  return (
    <form noValidate onSubmit={form.submit}>
      <Stack>
        <FormFailure error={form.failure} title="Failed to hand over the documents" />
        <Text size="sm">
          {counted(props.documents)} of {name} will belong to the trustee whom you choose. Access that others
          have stays as it is. The new owner is told by email.
        </Text>
        <Select
          label="New owner"
          description="A confirmed trustee"
          placeholder="Name or email"
          data={trustees}
          filter={({ options }) => options}
          searchable
          onSearchChange={setTyped}
          nothingFoundMessage="No trustee matches"
          withAsterisk
          data-autofocus
          {...form.getInputProps('email')}
        />
        <DialogButtons>
          <CancelButton onCancel={onClose} />
          <SubmitButton busy={form.busy}>Hand over</SubmitButton>
        </DialogButtons>
      </Stack>
    </form>
  )
}

/** Fetches trustees who can take documents over: confirmed, active, not the person themselves. */
function useTrustees(search: string, exceptId: string) {
  const self = useUser().id
  const { data } = useQuery({
    queryKey: ['users', 'trustees', search],
    queryFn: ({ signal }) =>
      call('GET /api/users', {
        // Search text, which is 'Name (email)' for a chosen option; the search takes it as words.
        query: {
          role: 'trustee',
          status: 'active',
          sort: 'name',
          search: search.replace(/[()]/g, ' '),
          limit: 20,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
  return (data?.users ?? [])
    .filter(({ id }) => id !== exceptId && id !== self)
    .map((user) => ({ value: user.email, label: `${fullName(user)} (${user.email})` }))
}
