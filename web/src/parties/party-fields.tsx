import { businessNumberProblems } from '@deedbox/contract/business-numbers.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { type PartyKind, partyFields, partyKinds } from '@deedbox/contract/party-terms.ts'
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { DayField, type DayProps } from '../ui/day-field.tsx'
import { emailRule, required } from '../ui/rules.ts'
import { noDay, type TypedDay } from '../ui/typed-day.ts'

/** The details of a party as they are typed. */
export type TypedParty = {
  kind: PartyKind
  name: string
  abn: string
  acn: string
  email: string
  bornOn: TypedDay
  notes: string
}
export const blankParty: TypedParty = {
  ...{ kind: 'person', name: '', abn: '', acn: '', email: '', bornOn: noDay, notes: '' },
}

export const partyRules = {
  name: required,
  abn: (_: string, values: TypedParty) => businessNumberProblems(values).abn ?? null,
  acn: (_: string, values: TypedParty) => businessNumberProblems(values).acn ?? null,
  email: (email: string) => (email.trim() === '' ? null : emailRule(email)),
}
export const bornRule = { kind: 'last' } as const

/** The fields of a party: numbers for a company, the day of birth for a person. */
export function PartyFields(props: {
  values: TypedParty
  inputProps: (name: Exclude<keyof TypedParty, 'bornOn'>) => object
  bornOn: DayProps
}) {
  const { values, inputProps } = props
  const field = (name: Exclude<keyof TypedParty, 'bornOn'>) => ({
    label: partyFields[name],
    autoComplete: 'off',
    ...inputProps(name),
  })
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NativeSelect
        {...field('kind')}
        data={Object.entries(partyKinds).map(([value, label]) => ({ value, label }))}
      />
      <TextInput {...field('name')} withAsterisk maxLength={limits.text.client} />
      {values.kind === 'company' && (
        <>
          <TextInput {...field('abn')} inputMode="numeric" description="11 digits" />
          <TextInput {...field('acn')} inputMode="numeric" description="9 digits" />
        </>
      )}
      {values.kind !== 'class' && (
        <TextInput {...field('email')} type="email" maxLength={limits.text.email} />
      )}
      {values.kind === 'person' && <DayField label={partyFields.bornOn} {...props.bornOn} />}
    </SimpleGrid>
  )
}

/** Picks the details to send from what was typed: nothing that a kind does not have. */
export const sentParty = ({
  kind,
  name,
  abn,
  acn,
  email,
  bornOn,
  notes,
}: Omit<TypedParty, 'bornOn'> & { bornOn: string | null }) => ({
  kind,
  name,
  notes,
  abn: kind === 'company' ? abn : '',
  acn: kind === 'company' ? acn : '',
  email: kind === 'class' ? '' : email,
  bornOn: kind === 'person' ? bornOn : null,
})
