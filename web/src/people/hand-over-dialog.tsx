import { countText } from '@deedbox/contract/counts.ts'
import { listText } from '@deedbox/contract/list-text.ts'
import type { UserRow } from '@deedbox/contract/people.ts'
import { type DutyKind, dutiesInWords, dutyKindNames, dutyKinds } from '@deedbox/contract/people-terms.ts'
import { Alert, Button, Checkbox, Fieldset, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { ErrorState } from '../ui/states.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { fullName } from './person-status.tsx'

type Preview = Answer<'GET /api/users/:userId/hand-over'>

/** Hands what a person answers for over to others: each kind to whom the administrator chooses, whole or by single rows (ADR 89). */
export function HandOverDialog(props: { user: UserRow; name: string; onClose: () => void }) {
  const { user, name, onClose } = props
  const params = { userId: user.id }
  const preview = useQuery({
    queryKey: ['users', user.id, 'hand-over'],
    queryFn: ({ signal }) => call('GET /api/users/:userId/hand-over', { params, signal }),
    staleTime: 0,
  })
  const kinds = dutyKindNames.filter((kind) => preview.data?.counts[kind])
  return (
    <Dialog onClose={onClose} title={`Hand over the work of ${name}`}>
      {preview.error && !preview.data ? (
        <ErrorState
          title="Failed to count what they answer for"
          error={preview.error}
          onRetry={preview.refetch}
        />
      ) : preview.data === undefined ? (
        <Skeleton height={120} />
      ) : kinds.length === 0 ? (
        <Stack>
          <Alert color="gray">There is nothing of {name} to hand over.</Alert>
          <DialogButtons>
            <Button variant="default" onClick={onClose} data-autofocus>
              Close
            </Button>
          </DialogButtons>
        </Stack>
      ) : (
        <HandOverForm {...props} preview={preview.data} kinds={kinds} />
      )}
    </Dialog>
  )
}

const nobody: Record<DutyKind, string | null> = {
  matters: null,
  documents: null,
  packets: null,
  requests: null,
  grants: null,
  shares: null,
  dates: null,
}

function HandOverForm(props: {
  user: UserRow
  name: string
  preview: Preview
  kinds: DutyKind[]
  onClose: () => void
}) {
  const { user, name, kinds, onClose } = props
  const { counts } = props.preview
  const form = useServerForm({
    initialValues: { ...nobody, reason: '', chosen: {} as Partial<Record<DutyKind, string[]>> },
    validate: {
      reason: (reason, values) => (values.packets && !reason.trim() ? 'This field is required' : null),
    },
    fieldOf: { 'hand-over-trustee': 'documents', 'hand-over-reason': 'reason' },
    async send({ reason, chosen, ...takers }) {
      const parts = kinds.flatMap((kind) => {
        const email = takers[kind]
        const ids = chosen[kind]
        return email ? [{ kind, email, ...(ids && ids.length > 0 && { ids }) }] : []
      })
      const { handed } = await call('POST /api/users/:userId/hand-over', {
        params: { userId: user.id },
        body: { parts, reason },
      })
      toast.success(`${inWords(kinds.map((kind) => [kind, handed[kind]]))} handed over`)
      void refreshEverything()
      onClose()
    },
  })
  const { chosen } = form.values
  const sending = kinds.filter((kind) => form.values[kind])
  return (
    <form noValidate onSubmit={form.submit}>
      <Stack>
        <FormFailure error={form.failure} title="Failed to hand over" />
        <Text size="sm">
          Choose who takes over what {name} answers for. What nobody takes stays as it is, and can be handed
          to somebody else afterwards. Access that others have does not change. The person who takes something
          over is told by email.
        </Text>
        {kinds.map((kind) => (
          <Duty
            key={kind}
            user={user}
            kind={kind}
            count={counts[kind]}
            closed={kind === 'packets' && !props.preview.packets}
            chosen={chosen[kind] ?? []}
            onChosen={(ids) => form.setFieldValue('chosen', { ...chosen, [kind]: ids })}
            input={form.getInputProps(kind)}
          />
        ))}
        {form.values.packets && (
          <TextInput
            label="Reason"
            description="The custody register says it of each packet"
            placeholder="Left the practice"
            withAsterisk
            {...form.getInputProps('reason')}
          />
        )}
        {sending.length > 0 && (
          <Text size="sm" role="status">
            {inWords(sending.map((kind) => [kind, chosen[kind]?.length || counts[kind]]))} of {name} will be
            handed over.
          </Text>
        )}
        <DialogButtons>
          <CancelButton onCancel={onClose} />
          <SubmitButton busy={form.busy} disabled={sending.length === 0}>
            Hand over
          </SubmitButton>
        </DialogButtons>
      </Stack>
    </form>
  )
}

const inWords = (counts: [DutyKind, number][]) =>
  listText(counts.flatMap(([kind, count]) => (count > 0 ? [dutiesInWords(kind, count)] : [])))

/** One kind: who takes it, and on demand its rows, of which single ones can be chosen. */
function Duty(props: {
  user: UserRow
  kind: DutyKind
  count: number
  /** State: they can only be handed over once the account is deactivated. */
  closed: boolean
  chosen: string[]
  onChosen: (ids: string[]) => void
  input: object
}) {
  const { user, kind, count, closed, chosen } = props
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const takers = useTakers(typed, user.id, kind === 'documents')
  return (
    <Fieldset legend={`${dutyKinds[kind].label} (${countText(count)})`}>
      {closed ? (
        <Text size="sm">
          Packets are handed over once the account is deactivated. Until then their holder hands them on.
        </Text>
      ) : (
        <Stack gap="xs">
          <Select
            label={`Who takes the ${dutyKinds[kind].more}`}
            description={
              kind === 'documents' ? 'A confirmed trustee' : 'A confirmed trustee or an administrator'
            }
            placeholder="Nobody: they stay"
            data={takers}
            filter={({ options }) => options}
            searchable
            clearable
            onSearchChange={setTyped}
            nothingFoundMessage="Nobody matches"
            {...props.input}
          />
          <Button
            variant="subtle"
            size="compact-sm"
            style={{ alignSelf: 'flex-start' }}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {chosen.length > 0
              ? `${dutiesInWords(kind, chosen.length)} chosen`
              : `See the ${dutyKinds[kind].more}, or choose some`}
          </Button>
          {open && <Rows {...props} />}
        </Stack>
      )}
    </Fieldset>
  )
}

/** The rows of one kind, of which some can be chosen; none chosen are all. */
function Rows(props: { user: UserRow; kind: DutyKind; chosen: string[]; onChosen: (ids: string[]) => void }) {
  const { user, kind } = props
  const found = useInfiniteQuery({
    queryKey: ['users', user.id, 'hand-over', kind],
    queryFn: ({ signal, pageParam }) =>
      call('GET /api/users/:userId/hand-over/rows', {
        params: { userId: user.id },
        query: { kind, limit: 20, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const rows = found.data?.pages.flatMap((page) => page.rows)
  return (
    <PagedList
      list={found}
      rows={rows}
      failure="Failed to load the list"
      more="needed"
      empty={<Text size="sm">There are none any longer.</Text>}
    >
      {rows ? (
        <Checkbox.Group aria-label={dutyKinds[kind].label} value={props.chosen} onChange={props.onChosen}>
          <Stack gap="xs">
            {rows.map(({ id, name, detail }) => (
              <Checkbox key={id} value={id} label={name} description={detail} />
            ))}
          </Stack>
        </Checkbox.Group>
      ) : (
        <Skeleton height={60} />
      )}
    </PagedList>
  )
}

/** Fetches who can take something over: confirmed trustees, and administrators unless it is for trustees alone; not the person themselves. */
function useTakers(search: string, exceptId: string, trusteesOnly: boolean) {
  // Search text, which is 'Name (email)' for a chosen option; the search takes it as words.
  const words = search.replace(/[()]/g, ' ')
  const of = (role: 'trustee' | 'admin') => ({
    queryKey: ['users', 'takers', role, words],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call('GET /api/users', {
        query: { role, status: 'active', sort: 'name', search: words, limit: 20 },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
  const trustees = useQuery(of('trustee'))
  const administrators = useQuery({ ...of('admin'), enabled: !trusteesOnly })
  return [...(trustees.data?.users ?? []), ...((!trusteesOnly && administrators.data?.users) || [])]
    .filter(({ id }) => id !== exceptId)
    .map((user) => ({ value: user.email, label: `${fullName(user)} (${user.email})` }))
}
