import { z } from 'zod'
import {
  aboutDetail,
  type ChoiceOf,
  type Detail,
  type DetailName,
  detailNames,
  type OfKind,
  perDetail,
  type RequiredDetail,
  type SearchedDetail,
  searchedDetails,
} from './document-details.ts'
import { day, line } from './fields.ts'

/* The schemas of the details of a document, made from their table. */

type SchemaOf<Name extends DetailName> =
  Name extends OfKind<'choice'>
    ? z.ZodEnum<{ [Choice in ChoiceOf<Name>]: Choice }>
    : Name extends OfKind<'day'>
      ? typeof day
      : z.ZodString
type OrNone<Name extends DetailName> = Name extends RequiredDetail
  ? SchemaOf<Name>
  : z.ZodNullable<SchemaOf<Name>>

function schemaOf(known: Detail) {
  if (known.kind === 'choice') return z.enum(Object.keys(known.choices))
  if (known.kind === 'day') return day
  return known.required ? line(known.max).min(1, { error: 'This field is required' }) : line(known.max)
}
const orNone = (known: Detail) => (known.required ? schemaOf(known) : schemaOf(known).nullable())

/** Schemas of a value of each detail in a call, without null. */
export const detailSchemas = perDetail((name) => schemaOf(aboutDetail(name))) as {
  [Name in DetailName]: SchemaOf<Name>
}

/** Details in an answer. A newer server may have stored a choice that this one does not know. */
export const detailsShown = perDetail((name) => {
  const known = aboutDetail(name)
  const shown = known.kind === 'day' ? day : z.string()
  return known.required ? shown : shown.nullable()
}) as {
  [Name in DetailName]: Name extends OfKind<'choice'>
    ? Name extends RequiredDetail
      ? z.ZodString
      : z.ZodNullable<z.ZodString>
    : OrNone<Name>
}

/** Details that the search for documents looks at. */
export const detailsFound = Object.fromEntries(
  searchedDetails.map((name) => [name, detailsShown[name]]),
) as Pick<typeof detailsShown, SearchedDetail>

/** Details of a new document. */
export const detailsGiven = perDetail((name) => {
  const known = aboutDetail(name)
  if ('usual' in known) return z.enum(Object.keys(known.choices)).default(known.usual)
  return known.required ? schemaOf(known) : schemaOf(known).optional()
}) as {
  [Name in DetailName]: Name extends RequiredDetail
    ? Name extends OfKind<'choice'>
      ? z.ZodDefault<SchemaOf<Name>>
      : SchemaOf<Name>
    : z.ZodOptional<SchemaOf<Name>>
}

/** Corrections: absent details stay unchanged, and null clears. */
export const detailChanges = z
  .strictObject(
    perDetail((name) => orNone(aboutDetail(name)).optional()) as {
      [Name in DetailName]: z.ZodOptional<OrNone<Name>>
    },
  )
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    error: 'Please change at least one detail',
  })
export type DetailChanges = z.output<typeof detailChanges>

/** Finds a detail that cannot be given to several documents at once. */
export const onlyOfOne = (changes: DetailChanges): DetailName | undefined =>
  detailNames.find((name) => !aboutDetail(name).same && changes[name] !== undefined)
