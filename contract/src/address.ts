import { z } from 'zod'
import { type AddressParts, addressProblems } from './australia.ts'
import { line } from './fields.ts'
import { isCountry, toE164 } from './phone.ts'

/** Telephone number as typed, stored as E.164; may be blank. Numbers without + are Australian. */
export const phone = line(40)
  .overwrite((typed) => toE164(typed) ?? typed)
  .refine((number) => number === '' || toE164(number) === number, {
    error: 'Please enter a phone number, for example 0412 345 678 or +61 2 9374 4000',
  })

/** The parts of a postal address, each of which may be blank. Use together with `fitTogether`. */
export const postalAddress = {
  address: line(200),
  city: line(100),
  state: line(100),
  postalCode: line(20),
  /** ISO 3166 alpha-2. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .refine(isCountry, { error: 'Please choose a country' })
    .default('AU'),
}

/** Checks, in `superRefine` of a schema with a postal address, that an Australian state and postcode fit together. */
export function fitTogether(address: AddressParts, ctx: z.RefinementCtx): void {
  for (const [name, message] of Object.entries(addressProblems(address)))
    ctx.addIssue({ code: 'custom', path: [name], message })
}
