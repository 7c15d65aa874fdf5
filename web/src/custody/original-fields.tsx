import { originalKinds } from '@deedbox/contract/custody-terms.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { Checkbox, NativeSelect, NumberInput, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { DayField } from '../ui/day-field.tsx'
import { DocumentPicker } from '../ui/document-picker.tsx'
import type { useServerForm } from '../ui/form.tsx'
import { required } from '../ui/rules.ts'
import { noDay, type TypedDay, typedDay } from '../ui/typed-day.ts'
import type { Original } from './queries.ts'

/** An original as it is typed. */
export type TypedOriginal = {
  kind: 'paper' | 'electronic'
  documentId: string
  title: string
  sha256: string
  pages: string | number
  originalCondition: string
  keepStaples: boolean
  receivedFrom: string
  receivedOn: TypedDay
}

export const typedOriginal = (original: Original | null): TypedOriginal => ({
  kind: original?.kind ?? 'paper',
  documentId: original?.document?.id ?? '',
  title: original?.title ?? '',
  sha256: original?.sha256 ?? '',
  pages: original?.pages ?? '',
  originalCondition: original?.condition ?? '',
  keepStaples: original?.keepStaples ?? false,
  receivedFrom: original?.receivedFrom ?? '',
  receivedOn: original ? typedDay(original.receivedOn) : noDay,
})

export const originalRules = {
  title: (title: string, { kind, documentId }: TypedOriginal) =>
    title.trim() === '' && documentId === ''
      ? `Please choose ${kind === 'paper' ? 'its scan' : 'the document'} or enter a name`
      : null,
  sha256: (sha256: string, { kind, documentId }: TypedOriginal) =>
    kind === 'electronic' && documentId === '' && !/^\s*[0-9a-f]{64}\s*$/i.test(sha256)
      ? 'Please choose the document or enter its SHA-256, 64 digits from 0 to f'
      : null,
  receivedFrom: required,
}
export const receivedRule = { kind: 'last' } as const

type Sent = Omit<TypedOriginal, 'receivedOn'> & { receivedOn: string | null }

/** Makes what is sent of an original. */
export const sentOriginal = ({ documentId, pages, originalCondition, sha256, ...rest }: Sent) => ({
  title: rest.title,
  keepStaples: rest.kind === 'paper' && rest.keepStaples,
  receivedFrom: rest.receivedFrom,
  receivedOn: rest.receivedOn,
  documentId: documentId || null,
  pages: pages === '' ? null : Number(pages),
  condition: originalCondition,
})
export const sentNewOriginal = (values: Sent) => ({
  ...sentOriginal(values),
  kind: values.kind,
  sha256: values.kind === 'electronic' && !values.documentId ? values.sha256 : null,
})

type Form = Pick<ReturnType<typeof useServerForm<TypedOriginal>>, 'getInputProps' | 'values' | 'day'>

/** The fields of an original. `was`: it is changed, so that its kind and hash stay. */
export function OriginalFields({
  form,
  matterId,
  was,
}: {
  form: Form
  matterId: string
  was: Original | null
}) {
  const { getInputProps, values } = form
  const { value, onChange, ...picked } = getInputProps('documentId')
  const electronic = values.kind === 'electronic'
  return (
    <>
      {!was && (
        <NativeSelect
          label="Kind"
          data={Object.entries(originalKinds).map(([value, label]) => ({ value, label }))}
          {...getInputProps('kind')}
        />
      )}
      {!(was && electronic) && (
        <DocumentPicker
          label={electronic ? 'The document' : 'Its scan'}
          matter={matterId}
          others={false}
          known={
            was?.document?.id
              ? { id: was.document.id, name: was.document.title ?? 'A document that you cannot see' }
              : null
          }
          {...picked}
          value={value || null}
          onChange={(id) => onChange(id ?? '')}
        />
      )}
      <TextInput
        label="Name"
        description={values.documentId ? 'Blank: the title of the document' : undefined}
        maxLength={limits.text.title}
        autoComplete="off"
        {...getInputProps('title')}
      />
      {!was && electronic && values.documentId === '' && (
        <TextInput label="SHA-256" autoComplete="off" maxLength={80} {...getInputProps('sha256')} />
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label="Received from"
          withAsterisk
          maxLength={limits.text.client}
          autoComplete="off"
          {...getInputProps('receivedFrom')}
        />
        <DayField label="Received on" whenEmpty="Not known" {...form.day('receivedOn')} />
        <NumberInput
          label="Pages"
          min={1}
          max={100_000}
          allowDecimal={false}
          hideControls
          {...getInputProps('pages')}
        />
      </SimpleGrid>
      <Textarea
        label="Condition of the original"
        description={electronic ? undefined : 'Staples, pins, seals, ribbons, marks of clips'}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={limits.text.message}
        {...getInputProps('originalCondition')}
      />
      {!electronic && (
        <Checkbox label="Do not unstaple" {...getInputProps('keepStaples', { type: 'checkbox' })} />
      )}
    </>
  )
}
