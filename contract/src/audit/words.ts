import { counted } from '../counts.ts'
import { accessLevelLabels } from '../document-terms.ts'
import { mailLabel } from '../mail-kinds.ts'
import { roleLabel } from '../permissions.ts'
import type { Words } from './define.ts'

/** Counts in words: '1 file', '3 files'; undefined where the number is not known. */
export const many = (n: number | undefined, one: string, more = `${one}s`): string | undefined =>
  n === undefined ? undefined : counted(n, one, more)

export const quoted = (text: string | null | undefined): string | undefined =>
  text ? `“${text}”` : undefined

/** Writes 'from x to y', as far as known. */
export const fromTo = (from: string | undefined, to: string | undefined): string | undefined =>
  from === undefined && to === undefined ? undefined : `from ${from ?? 'nothing'} to ${to ?? 'nothing'}`

/** Writes a value of any kind: 'on', '30', 'Trustee, Guest'; 'nothing' where there is none. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value)) return value.map(valueText).join(', ') || 'nothing'
  if (typeof value === 'object' && 'message' in value) return String(value.message)
  if (typeof value === 'object') return Object.values(value).map(valueText).join(' · ')
  return String(value)
}

export const role = (name: string | undefined): string | undefined => name && `as ${roleLabel(name)}`
export const level = (name: string | undefined): string | undefined =>
  name && ((accessLevelLabels as Record<string, string>)[name] ?? name)
export const until = (end: string | null | undefined, { day }: Words): string | null | undefined =>
  end && `until ${day(end)}`

/** Names a kind of mail. */
export const mailNamed = (kind: string | undefined): string | undefined =>
  kind === undefined ? undefined : mailLabel(kind)

/** Writes the filter of an export: 'role requestor, state NSW'; undefined without one. */
export const filterText = (filter: Record<string, unknown>): string | undefined => {
  const set = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '')
  return set.length > 0 ? set.map(([name, value]) => `${name} ${valueText(value)}`).join(', ') : undefined
}
