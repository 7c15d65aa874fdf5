import type { MatterKind } from '@deedbox/contract/matter-terms.ts'
import type { Matter } from '@deedbox/contract/matters.ts'
import { type Nature, type PartyRole, rolesOf } from '@deedbox/contract/party-terms.ts'
import { useServerForm } from '../ui/form.tsx'
import { required } from '../ui/rules.ts'
import { noDay, type TypedDay, typedDay } from '../ui/typed-day.ts'
import { newParty } from './party-field.tsx'
import { blankParty, bornRule, partyRules, type TypedParty } from './party-fields.tsx'
import type { Role } from './queries.ts'

/** A role as it is typed, with its party where that is new, and why it is corrected. */
export type TypedRole = TypedParty & {
  partyId: string
  role: PartyRole
  nature: Nature
  fromDay: TypedDay
  fromDocument: string
  fromClause: string
  fromBy: string
  ended: boolean
  untilDay: TypedDay
  untilDocument: string
  untilClause: string
  untilBy: string
  note: string
  never: boolean
  reason: string
}
export type RoleForm = ReturnType<typeof useRoleForm>
type SentRole = Parameters<Parameters<typeof useServerForm<TypedRole>>[0]['send']>[0]

const blank: TypedRole = {
  ...blankParty,
  ...{ partyId: '', role: 'trustee', nature: 'named', note: '', never: false, reason: '' },
  ...{ fromDay: noDay, fromDocument: '', fromClause: '', fromBy: '' },
  ...{ ended: false, untilDay: noDay, untilDocument: '', untilClause: '', untilBy: '' },
}

/** The form of a new role (`role` is null), or of the correction of one. */
export function useRoleForm(props: {
  matter: Matter
  role: Role | null
  /** The role of a new one that is chosen at first. */
  begin?: PartyRole
  send: (values: SentRole) => Promise<void>
}) {
  const { role } = props
  const isNew = (values: TypedParty) => (values as TypedRole).partyId === newParty
  return useServerForm<TypedRole>({
    initialValues: role
      ? typedRole(role)
      : { ...blank, role: props.begin ?? rolesOf(kindOf(props.matter))[0] ?? 'trustee' },
    days: {
      bornOn: (values) => (isNew(values) ? bornRule : null),
      fromDay: ({ never }) => (never ? null : { kind: 'last' }),
      untilDay: ({ ended, never }) =>
        ended && !never ? { kind: 'last', required: 'Please enter the last day' } : null,
    },
    validate: {
      partyId: (partyId) => (role || partyId ? null : 'Please choose a party or enter a new one'),
      reason: (reason) => (role ? required(reason) : null),
      name: (name, values) => (isNew(values) ? partyRules.name(name) : null),
      abn: (abn, values) => (isNew(values) ? partyRules.abn(abn, values) : null),
      acn: (acn, values) => (isNew(values) ? partyRules.acn(acn, values) : null),
      email: (email, values) => (isNew(values) ? partyRules.email(email) : null),
    },
    fieldOf: {
      'until.day': 'untilDay',
      'from.day': 'fromDay',
      'party.name': 'name',
      'party.abn': 'abn',
      'party.acn': 'acn',
      'party.email': 'email',
      'role-kind': 'role',
    },
    send: props.send,
  })
}

export const kindOf = ({ kind }: Matter) => kind as MatterKind

const typedRole = ({ role, nature, from, until, note }: Role): TypedRole => ({
  ...blank,
  role,
  nature: nature ?? 'named',
  fromDay: typedDay(from.day),
  fromDocument: from.document?.id ?? '',
  fromClause: from.clause,
  fromBy: from.by?.id ?? '',
  ended: until !== null,
  untilDay: typedDay(until?.day ?? null),
  untilDocument: until?.document?.id ?? '',
  untilClause: until?.clause ?? '',
  untilBy: until?.by?.id ?? '',
  note,
})

/** Makes the role to send from what was typed. */
export const sentRole = (values: SentRole) => ({
  role: values.role,
  nature: values.role === 'beneficiary' ? values.nature : null,
  from: {
    day: values.fromDay,
    document: values.fromDocument || null,
    clause: values.fromClause,
    by: values.fromBy || null,
  },
  until: values.ended && values.untilDay ? sentEnd(values, values.untilDay) : null,
  note: values.note,
})

export const sentEnd = (
  values: Pick<TypedRole, 'untilDocument' | 'untilClause' | 'untilBy'>,
  untilDay: string,
) => ({
  day: untilDay,
  document: values.untilDocument || null,
  clause: values.untilClause,
  by: values.untilBy || null,
})
