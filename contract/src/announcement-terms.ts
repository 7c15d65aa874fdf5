import { roleLabel } from './permissions.ts'

/** Audiences of an announcement. 'documents': the owners of chosen documents, and those with access to them. */
export const audienceKinds = ['everybody', 'roles', 'organizations', 'people', 'documents'] as const
export type AudienceKind = (typeof audienceKinds)[number]

const number = (n: number, one: string, more = `${one}s`) => `${n} ${n === 1 ? one : more}`

/** Describes an audience: 'Everybody', 'Trustee, Guest', '2 organisations'; undefined for an unknown kind. */
export function audienceText(kind: string | undefined, chosen: readonly string[] = []): string | undefined {
  if (kind === 'everybody') return 'Everybody'
  if (kind === 'roles') return chosen.map((role) => roleLabel(role)).join(', ')
  if (kind === 'organizations') return number(chosen.length, 'organisation')
  if (kind === 'people') return number(chosen.length, 'chosen person', 'chosen people')
  if (kind === 'documents') return `Those concerned by ${number(chosen.length, 'document')}`
  return kind
}
