import { limits } from '@deedbox/contract/limits.ts'
import { certainties, sourcedLabels as labels, type Sourced } from '@deedbox/contract/sourced-terms.ts'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { DayField, type DayProps } from './day-field.tsx'
import { typedDay } from './typed-day.ts'

/** First values of a form about an entry that rests on the law. */
export const sourcedValues = (entry: Sourced | null) => ({
  act: entry?.act ?? '',
  source: entry?.source ?? '',
  certainty: entry?.certainty ?? ('unverified' as const),
  readOn: typedDay(entry?.readOn ?? null),
  validFrom: typedDay(entry?.validFrom ?? null),
  validTo: typedDay(entry?.validTo ?? null),
  note: entry?.note ?? '',
})

/** Rules of the days of such a form. */
export const sourcedDays = {
  readOn: { kind: 'last' },
  validFrom: { kind: 'nearest' },
  validTo: { kind: 'nearest' },
} as const

const certaintyChoices = Object.entries(certainties).map(([value, label]) => ({ value, label }))

/** Fields that say where an entry stands, how certain that is, and when it holds. */
export function SourcedFields({
  form,
}: {
  form: {
    getInputProps: (name: 'act' | 'source' | 'certainty' | 'note') => object
    day: (name: keyof typeof sourcedDays) => DayProps
  }
}) {
  const { title, address, message } = limits.text
  return (
    <>
      <TextInput label={labels.act} maxLength={title} {...form.getInputProps('act')} />
      <TextInput label={labels.source} maxLength={address} {...form.getInputProps('source')} />
      <NativeSelect label={labels.certainty} data={certaintyChoices} {...form.getInputProps('certainty')} />
      <DayField label={labels.readOn} {...form.day('readOn')} />
      <DayField label={`${labels.validFrom} (optional)`} {...form.day('validFrom')} />
      <DayField label={`${labels.validTo} (optional)`} {...form.day('validTo')} />
      <Textarea
        label={labels.note}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={message}
        {...form.getInputProps('note')}
      />
    </>
  )
}
