import { type State, states } from '@deedbox/contract/australia.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { certainties } from '@deedbox/contract/sourced-terms.ts'
import { Button, NativeSelect, Skeleton, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { holds, useUser } from '../lib/session.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { required } from '../ui/rules.ts'
import { SourcedFields, sourcedDays, sourcedValues } from '../ui/sourced-fields.tsx'
import { ErrorState } from '../ui/states.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import classes from './release.module.css'
import { actOf } from './words.ts'

type Entitled = Answer<'GET /api/entitled'>['entitled'][number]

/** Persons who may inspect a will, by Act, with how certain that is; an administrator changes it. */
export function EntitledList() {
  const manages = holds(useUser(), 'canManageSystem')
  const [editing, setEditing] = useState<Entitled | 'new' | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['entitled'],
    queryFn: async ({ signal }) => (await call('GET /api/entitled', { signal })).entitled,
  })
  if (error && !data) return <ErrorState title="Failed to load who may ask" error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={120} />
  const byAct = Map.groupBy(data, actOf)
  return (
    <>
      {Array.from(byAct, ([act, rows]) => (
        <div key={act} className={classes.run}>
          <strong>{act}</strong>
          <ul className={classes.entitled}>
            {rows.map((one) => (
              <li key={one.id}>
                {one.title} <span className={classes.small}>· {certainties[one.certainty]}</span>
                {one.can.edit && (
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    mih={24}
                    onClick={() => setEditing(one)}
                    aria-label={`Change “${one.title}” of ${act}`}
                  >
                    Change
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
      {manages && (
        <Button variant="default" mt="sm" onClick={() => setEditing('new')}>
          Add who may ask
        </Button>
      )}
      {editing && (
        <EntitledDialog entitled={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </>
  )
}

function EntitledDialog({ entitled, onClose }: { entitled: Entitled | null; onClose: () => void }) {
  const form = useServerForm({
    initialValues: {
      state: (entitled?.state ?? 'NSW') as State,
      title: entitled?.title ?? '',
      ...sourcedValues(entitled),
    },
    days: sourcedDays,
    validate: { title: required },
    async send(facts) {
      if (entitled)
        await call('PUT /api/entitled/:entitledId', {
          params: { entitledId: entitled.id },
          body: { ...facts, updatedAt: entitled.updatedAt },
        })
      else await call('POST /api/entitled', { body: facts })
      toast.success('Saved')
      onClose()
      await refreshEverything()
    },
  })
  return (
    <Dialog onClose={onClose} title={entitled ? `Change “${entitled.title}”` : 'Who may inspect a will'}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <TextInput
            label="Who"
            required
            data-autofocus
            maxLength={limits.text.title}
            {...form.getInputProps('title')}
          />
          <NativeSelect
            label="State or territory"
            data={Object.entries(states).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('state')}
          />
          <SourcedFields form={form} />
          <FormFailure title="Failed to save it" error={form.failure} />
          <DialogButtons>
            <CancelButton onCancel={onClose} disabled={form.busy} />
            <SubmitButton busy={form.busy}>Save</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
