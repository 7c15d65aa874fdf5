import { isState, states } from '@deedbox/contract/australia.ts'
import { abnText, acnText } from '@deedbox/contract/business-numbers.ts'
import { suggestedMatterKind } from '@deedbox/contract/matter-suggestion.ts'
import {
  type MatterField,
  type MatterKind,
  type MatterStatus,
  matterFields,
  matterKinds,
  matterStatuses,
} from '@deedbox/contract/matter-terms.ts'
import type { Matter, MatterDetails } from '@deedbox/contract/matters.ts'

type Name = Exclude<MatterField, 'responsible' | 'organization'> | 'responsibleId' | 'organizationId'
/** A matter as it is typed: every field a text, blank where nothing is said. */
export type TypedMatter = Record<Name, string>

const { responsible, organization, ...others } = matterFields
export const typedLabels: Record<Name, string> = {
  ...others,
  responsibleId: responsible,
  organizationId: organization,
}

/**
 * Returns a matter as people read and type it; a new one has the name of its client and the kind that this suggests, or is a family trust, which is the
 * usual one, but for what is known of it already.
 */
export const typedMatter = (
  matter: Matter | null,
  client = '',
  known: Partial<TypedMatter> = {},
): TypedMatter => ({
  name: matter?.name ?? client,
  kind: matter?.kind ?? (client ? suggestedMatterKind(client) : 'family_trust'),
  reference: matter?.reference ?? '',
  abn: abnText(matter?.abn ?? ''),
  acn: acnText(matter?.acn ?? ''),
  governingLaw: matter?.governingLaw ?? '',
  status: matter?.status ?? 'open',
  responsibleId: matter?.responsible?.id ?? '',
  organizationId: matter?.organization?.id ?? '',
  notes: matter?.notes ?? '',
  ...known,
})

/** Returns what is sent of a typed matter. */
export const sentMatter = (typed: TypedMatter): MatterDetails => ({
  ...typed,
  kind: typed.kind as MatterKind,
  status: typed.status as MatterStatus,
  governingLaw: isState(typed.governingLaw) ? typed.governingLaw : null,
  responsibleId: typed.responsibleId || null,
  organizationId: typed.organizationId || null,
})

/** Returns a typed value as people read it; `names` has the people and organisations. */
export function inWords(name: Name, value: string, names: ReadonlyMap<string, string>): string {
  const words: Partial<Record<Name, Readonly<Record<string, string>>>> = {
    kind: matterKinds,
    status: matterStatuses,
    governingLaw: states,
  }
  return words[name]?.[value] ?? names.get(value) ?? value
}
