import { z } from 'zod'
import { day, emailPart, id, line } from './fields.ts'
import type { Filter, FilterOf, Filters } from './filters.ts'

const schemaOf = (filter: Filter): z.ZodType => {
  switch (filter.kind) {
    case 'choice':
      return z.enum([...Object.keys(filter.choices), 'all'])
    case 'day':
      return day
    case 'id':
      return id
    case 'email':
      return emailPart
    default:
      return line(filter.max)
  }
}

type Schemas<F extends Filters> = {
  [N in keyof F]: z.ZodOptional<z.ZodType<NonNullable<FilterOf<F>[N]>, NonNullable<FilterOf<F>[N]>>>
}

/** The schemas of filters, as parameters of a query. */
export const schemasOf = <F extends Filters>(filters: F): Schemas<F> =>
  Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => [name, schemaOf(filter).optional()]),
  ) as Schemas<F>
