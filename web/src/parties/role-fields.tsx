import { limits } from '@deedbox/contract/limits.ts'
import type { Matter } from '@deedbox/contract/matters.ts'
import { unseenDocument } from '@deedbox/contract/party-rules.ts'
import { natures, partyRoles, rolesOf } from '@deedbox/contract/party-terms.ts'
import { Checkbox, Fieldset, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { DayField, type DayProps } from '../ui/day-field.tsx'
import { DocumentPicker } from '../ui/document-picker.tsx'
import { PartyField } from './party-field.tsx'
import type { Role } from './queries.ts'
import { kindOf, type RoleForm } from './role-form.ts'

/** The fields of a role: what it is, what began it, and, if it has ended, what ended it. `was`: how it was recorded before. */
export function RoleFields({ form, matter, was }: { form: RoleForm; matter: Matter; was: Role | null }) {
  const { values, getInputProps } = form
  const names = new Set([...rolesOf(kindOf(matter)), ...(was ? [was.role] : [])])
  const offered = Object.entries(partyRoles).filter(([name]) => names.has(name as Role['role']))
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label="Role"
          data={offered.map(([value, { label }]) => ({ value, label }))}
          {...getInputProps('role')}
        />
        {values.role === 'beneficiary' && (
          <NativeSelect
            label="Benefits"
            data={Object.entries(natures).map(([value, label]) => ({ value, label }))}
            {...getInputProps('nature')}
          />
        )}
      </SimpleGrid>
      <Fieldset legend="Begin">
        <EdgeFields
          day={
            <DayField
              label="First day"
              whenEmpty="Not known: the role counts for every day until its last."
              {...form.day('fromDay')}
            />
          }
          matter={matter}
          edge={was?.from}
          inputs={{
            document: getInputProps('fromDocument'),
            clause: getInputProps('fromClause'),
            by: getInputProps('fromBy'),
          }}
        />
      </Fieldset>
      <Checkbox label="It has ended" {...getInputProps('ended', { type: 'checkbox' })} />
      {values.ended && (
        <Fieldset legend="End">
          <EndFields
            day={form.day('untilDay')}
            matter={matter}
            edge={was?.until}
            inputs={{
              document: getInputProps('untilDocument'),
              clause: getInputProps('untilClause'),
              by: getInputProps('untilBy'),
            }}
          />
        </Fieldset>
      )}
      <Textarea
        label="Note"
        autosize
        minRows={1}
        maxRows={6}
        maxLength={limits.text.message}
        {...getInputProps('note')}
      />
    </>
  )
}

type Edge = Pick<Role['from'], 'document' | 'by'> | null | undefined
/** The props that a form gives a field. */
type Input = ReturnType<RoleForm['getInputProps']>
type Inputs = { document: Input; clause: Input; by: Input }

export function EndFields({ day, ...rest }: { day: DayProps; matter: Matter; edge?: Edge; inputs: Inputs }) {
  return (
    <EdgeFields
      day={<DayField label="Last day" hint="The role still holds on this day." {...day} />}
      {...rest}
    />
  )
}

function EdgeFields(props: { day: ReactNode; matter: Matter; edge?: Edge; inputs: Inputs }) {
  const { inputs, edge, matter } = props
  const chosen = ({ value, onChange, ...rest }: Input) => ({
    ...rest,
    value: value || null,
    onChange: (id: string | null) => onChange(id ?? ''),
  })
  const { id, title } = edge?.document ?? { id: null, title: null }
  return (
    <Stack>
      {props.day}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <DocumentPicker
          label="Instrument"
          matter={matter.id}
          known={id ? { id, name: title ?? unseenDocument } : null}
          {...chosen(inputs.document)}
        />
        <TextInput label="Clause" maxLength={100} autoComplete="off" {...inputs.clause} />
      </SimpleGrid>
      <PartyField
        label="Made by"
        description="Who made the instrument, such as the appointor"
        known={edge?.by}
        {...chosen(inputs.by)}
      />
    </Stack>
  )
}
