import { states } from '@deedbox/contract/australia.ts'
import { businessNumberDoubt, businessNumberProblems } from '@deedbox/contract/business-numbers.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { matterKinds, matterStatuses } from '@deedbox/contract/matter-terms.ts'
import type { Matter } from '@deedbox/contract/matters.ts'
import { merge, type Theirs } from '@deedbox/contract/merge.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { errors } from '@deedbox/contract/refusals/matters.ts'
import { NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ApiError, call } from '../lib/api.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { required } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { TheirChanges } from '../ui/their-changes.tsx'
import { inWords, sentMatter, type TypedMatter, typedLabels, typedMatter } from './details.ts'
import { Offered } from './offered.tsx'
import { readMatter } from './queries.ts'

type Name = keyof TypedMatter

const choices = (table: Readonly<Record<string, string>>) =>
  Object.entries(table).map(([value, label]) => ({ value, label }))

/**
 * The details of a matter, or of a new one. If somebody else has saved it meanwhile, the form shows their changes, keeps the typed text, and can be
 * saved again.
 */
export function MatterForm(props: {
  matter: Matter | null
  /** Client whose documents go into a new matter. */
  client?: string | undefined
  /** Details of a new matter that are known already. */
  known?: Partial<TypedMatter> | undefined
  submit: string
  onSaved: (matter: Matter) => Promise<void> | void
  onCancel: () => void
}) {
  const [opened, setOpened] = useState(props.matter)
  const [theirs, setTheirs] = useState<Theirs<Name>[]>([])
  const [names, setNames] = useState<ReadonlyMap<string, string>>(() => namesIn(props.matter))

  async function save(values: TypedMatter): Promise<Matter> {
    const body = sentMatter(values)
    if (!opened) {
      const ofClient = props.client ? { ofClient: props.client } : {}
      return (await call('POST /api/matters', { body: { ...body, ...ofClient } })).matter
    }
    const params = { matterId: opened.id }
    try {
      const given = { params, body: { ...body, updatedAt: opened.updatedAt } }
      return (await call('PUT /api/matters/:matterId', given)).matter
    } catch (error) {
      if (error instanceof ApiError && error.code === 'matter-changed') {
        const { matter: latest } = await readMatter(opened.id)
        const merged = merge(typedMatter(opened), values, typedMatter(latest))
        setNames(new Map([...names, ...namesIn(latest)]))
        form.setValues(merged.values)
        setTheirs(merged.theirs)
        setOpened(latest)
      }
      throw error
    }
  }

  const form = useServerForm<TypedMatter>({
    initialValues: typedMatter(props.matter, props.client, props.known),
    validate: {
      name: required,
      abn: (_, values) => businessNumberProblems(values).abn ?? null,
      acn: (_, values) => businessNumberProblems(values).acn ?? null,
    },
    fieldOf: {
      'matter-person': 'responsibleId',
      'organization-not-found': 'organizationId',
      'organization-deactivated': 'organizationId',
    },
    async send(values) {
      const saved = await save(values)
      setOpened(saved)
      setTheirs([])
      form.setValues(typedMatter(saved))
      form.resetDirty(typedMatter(saved))
      await props.onSaved(saved)
    },
  })
  const changed = form.failure instanceof ApiError && form.failure.code === 'matter-changed'
  const field = (name: Name) => ({
    label: typedLabels[name],
    autoComplete: 'off',
    ...form.getInputProps(name),
  })
  const offered = (name: 'responsibleId' | 'organizationId') => {
    const { value, ...rest } = field(name)
    return {
      ...rest,
      value,
      known: names.has(value) ? { id: value, name: names.get(value) ?? '' } : null,
      onChange: (id: string | null, chosen: string) => {
        if (id) setNames(new Map([...names, [id, chosen]]))
        rest.onChange(id ?? '')
      },
    }
  }
  const shown = theirs.map((change) => ({
    ...change,
    was: inWords(change.field, change.was, names),
    now: inWords(change.field, change.now, names),
    yours: change.yours === null ? null : inWords(change.field, change.yours, names),
  }))
  return (
    <form noValidate onSubmit={form.submit}>
      <Stack>
        {changed ? (
          <TheirChanges
            title={errors['matter-changed'].message}
            labels={typedLabels}
            theirs={shown}
            onTake={({ field: name }) => {
              const taken = theirs.find((change) => change.field === name)
              if (taken) form.setFieldValue(name, taken.now)
            }}
          />
        ) : (
          <FormFailure error={form.failure} title={screen.matterFailed} />
        )}
        <TextInput {...field('name')} withAsterisk maxLength={limits.text.client} data-autofocus />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NativeSelect {...field('kind')} data={choices(matterKinds)} />
          <TextInput {...field('reference')} maxLength={100} description="The practice’s own number" />
          <TextInput {...field('abn')} inputMode="numeric" description="11 digits" />
          <TextInput
            {...field('acn')}
            inputMode="numeric"
            description={businessNumberDoubt(form.values) ?? '9 digits, companies only'}
          />
          <NativeSelect
            {...field('governingLaw')}
            data={[{ value: '', label: 'Not known' }, ...choices(states)]}
          />
          <NativeSelect {...field('status')} data={choices(matterStatuses)} />
          <Offered of="responsible" {...offered('responsibleId')} />
          <Offered of="organization" {...offered('organizationId')} />
        </SimpleGrid>
        <Textarea {...field('notes')} autosize minRows={2} maxRows={8} maxLength={limits.text.message} />
        <DialogButtons>
          <CancelButton onCancel={props.onCancel} />
          <SubmitButton busy={form.busy}>{props.submit}</SubmitButton>
        </DialogButtons>
      </Stack>
    </form>
  )
}

const namesIn = (matter: Matter | null) =>
  new Map([matter?.responsible, matter?.organization].flatMap((one) => (one ? [[one.id, one.name]] : [])))
