import { type AddressParts, addressProblems, states } from '@deedbox/contract/australia.ts'
import { countries, toE164 } from '@deedbox/contract/phone.ts'
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'

type Address = AddressParts & { address: string; city: string }

/** The rules of a form with these fields; the server checks them again. */
export const addressRules = {
  state: (_: string, values: AddressParts) => addressProblems(values).state ?? null,
  postalCode: (_: string, values: AddressParts) => addressProblems(values).postalCode ?? null,
}

/** The message for a telephone number that cannot be one, or null; blank is allowed. */
export const phoneRule = (typed: string): string | null =>
  typed.trim() === '' || toE164(typed) !== null
    ? null
    : 'Please enter a phone number, for example 0412 345 678 or +61 2 9374 4000'

const nameOf = new Intl.DisplayNames('en-AU', { type: 'region' })
const countryChoices = countries
  .map((value) => ({ value: String(value), label: nameOf.of(value) ?? value }))
  .sort((a, b) => a.label.localeCompare(b.label))

const stateChoices = [
  { value: '', label: 'None' },
  ...Object.entries(states).map(([value, name]) => ({ value, label: `${value} · ${name}` })),
]

/**
 * A postal address: states and postcodes of Australia, free text elsewhere. `own`: the browser offers the person’s own.
 * @public
 */
export function AddressFields(props: {
  country: string
  inputProps: (name: keyof Address) => object
  own?: boolean
  readOnly?: boolean
}) {
  const { inputProps, readOnly = false } = props
  const australian = props.country === 'AU'
  const complete = (name: string) => ({ autoComplete: props.own ? name : 'off', readOnly })
  return (
    <>
      <TextInput label="Address" {...complete('street-address')} {...inputProps('address')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="City" {...complete('address-level2')} {...inputProps('city')} />
        {australian && !readOnly ? (
          <NativeSelect
            label="State"
            data={stateChoices}
            autoComplete={props.own ? 'address-level1' : 'off'}
            {...inputProps('state')}
          />
        ) : (
          <TextInput label="State" {...complete('address-level1')} {...inputProps('state')} />
        )}
        <TextInput
          label="Postal code"
          {...(australian ? { inputMode: 'numeric' as const, maxLength: 4 } : {})}
          {...complete('postal-code')}
          {...inputProps('postalCode')}
        />
        {readOnly ? (
          <TextInput label="Country" readOnly value={nameOf.of(props.country) ?? props.country} />
        ) : (
          <NativeSelect
            label="Country"
            data={countryChoices}
            autoComplete={props.own ? 'country' : 'off'}
            {...inputProps('country')}
          />
        )}
      </SimpleGrid>
    </>
  )
}
