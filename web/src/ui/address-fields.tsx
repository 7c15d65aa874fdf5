import { type AddressParts, addressProblems, states } from '@deedbox/contract/australia.ts'
import { countries, toE164 } from '@deedbox/contract/phone.ts'
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'

type Address = AddressParts & { address: string; city: string }

/** The rules of a form with these fields; the server checks them again. */
export const addressRules = {
  state: (_: string, values: AddressParts) => addressProblems(values).state ?? null,
  postalCode: (_: string, values: AddressParts) => addressProblems(values).postalCode ?? null,
}

/** Returns the message for an invalid telephone number, or null; it may be blank. */
export const phoneRule = (typed: string): string | null =>
  typed.trim() === '' || toE164(typed) !== null
    ? null
    : 'Please enter a phone number, for example 0412 345 678 or +61 2 9374 4000'

const regions = new Intl.DisplayNames('en-AU', { type: 'region' })
export const countryName = (code: string): string => regions.of(code) ?? code

const countryChoices = countries
  .map((value) => ({ value: String(value), label: countryName(value) }))
  .sort((a, b) => a.label.localeCompare(b.label))

const stateChoices = [
  { value: '', label: 'None' },
  ...Object.entries(states).map(([value, name]) => ({ value, label: `${value} · ${name}` })),
]

/**
 * A postal address: states and postcodes of Australia, free text elsewhere. `own`: the browser offers the person’s own.
 */
export function AddressFields(props: {
  country: string
  inputProps: (name: keyof Address) => object
  own?: boolean
}) {
  const { inputProps } = props
  const australian = props.country === 'AU'
  const complete = (name: string) => ({ autoComplete: props.own ? name : 'off' })
  return (
    <>
      <TextInput label="Address" {...complete('street-address')} {...inputProps('address')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="City" {...complete('address-level2')} {...inputProps('city')} />
        {australian ? (
          <NativeSelect
            label="State"
            data={stateChoices}
            {...complete('address-level1')}
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
        <NativeSelect
          label="Country"
          data={countryChoices}
          {...complete('country')}
          {...inputProps('country')}
        />
      </SimpleGrid>
    </>
  )
}
