import { limits } from './limits.ts'

/** Kind of value that a filter may hold, its name on screens, and its control. Without zod: `filter-schemas.ts` makes the schemas of it. */
export type Filter =
  | { kind: 'text' | 'email'; label: string; max: number }
  /** `notBefore`: the filter whose day is the first that this may hold. */
  | { kind: 'day'; label: string; notBefore?: string }
  | { kind: 'id'; label: string }
  /** `none`: how the choice without a filter is called. */
  | { kind: 'choice'; label: string; none: string; choices: Readonly<Record<string, string>> }
export type Filters = Readonly<Record<string, Filter>>

export const text = <const L extends string>(label: L, max: number = limits.text.search) => ({
  kind: 'text' as const,
  label,
  max,
})
export const emailPart = (label: string) => ({ kind: 'email' as const, label, max: limits.text.email })
export const day = (label: string, notBefore?: string) => ({
  kind: 'day' as const,
  label,
  ...(notBefore && { notBefore }),
})
export const id = (label: string) => ({ kind: 'id' as const, label })
export const choice = <const K extends string>(
  label: string,
  choices: Readonly<Record<K, string>>,
  none = 'All',
) => ({ kind: 'choice' as const, label, none, choices })

/** Value of a filter; 'all' is no filter. */
type ValueOf<F> = F extends { kind: 'choice'; choices: infer C } ? (keyof C & string) | 'all' : string
/** Values of filters, by name. */
export type FilterOf<F extends Filters> = { [N in keyof F]?: ValueOf<F[N]> | undefined }
/** The same without 'all'. */
export type SetOf<F extends Filters> = { [N in keyof F]?: Exclude<ValueOf<F[N]>, 'all'> }

const isDay = (text: string): boolean => {
  if (!/^(19|2\d)\d\d-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

const fits = (filter: Filter, value: string): boolean => {
  switch (filter.kind) {
    case 'choice':
      return Object.hasOwn(filter.choices, value)
    case 'day':
      return isDay(value)
    case 'id':
      return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
    default:
      return value.length <= filter.max
  }
}

/** The filters in an address: what is missing, blank, 'all' or not allowed counts as not set. */
export function readFilters<F extends Filters>(
  filters: F,
  read: (name: string) => string | null | undefined,
): SetOf<F> {
  const found = Object.entries(filters).flatMap(([name, filter]) => {
    const value = read(name)?.trim()
    return value && fits(filter, value) ? [[name, value]] : []
  })
  return Object.fromEntries(found) as SetOf<F>
}

/** The filters that say something: neither blank nor 'all'. */
export const setFilters = (filter: Readonly<Record<string, unknown>>): [string, string][] =>
  Object.entries(filter).flatMap(([name, value]) => {
    const text = typeof value === 'string' ? value.trim() : ''
    return text && text !== 'all' ? [[name, text]] : []
  })

/** Counts the filters that are set (specification, section 5: Filter activity); shown on the badge. */
export const activeFilters = (filter: Readonly<Record<string, unknown>>): number => setFilters(filter).length
