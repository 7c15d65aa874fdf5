import { type State, states } from '@deedbox/contract/australia.ts'
import { email, line } from '@deedbox/contract/fields.ts'
import { plainWord } from '@deedbox/contract/import-terms.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { errors } from '@deedbox/contract/messages.ts'
import type { ImportRow } from '@deedbox/contract/people-import.ts'
import {
  type ProfessionalType,
  professionalTypes,
  type Role,
  roleLabel,
  roleShortLabel,
  roles,
} from '@deedbox/contract/permissions.ts'
import { checkDay } from '@deedbox/contract/typed-day.ts'
import type { FileRow } from './read-file.ts'

/** What decides whether a row is right besides the row itself. */
export type Rules = {
  today: string
  /** The roles that the caller may invite to. */
  roles: readonly Role[]
  /** The only organisation that the caller may invite into; null: any. */
  organization: string | null
}

export type CheckedRow = Omit<ImportRow, 'outcome'>

const name = line(limits.text.name)
const organizationName = line(limits.text.client)

const rolesByWord = new Map<string, Role>([
  ...roles.flatMap((role) =>
    [role, roleLabel(role), roleShortLabel(role)].map((word) => [plainWord(word), role] as const),
  ),
  ['administrator', 'admin'],
  ['organisationadministrator', 'b2b_admin'],
  ['orgadministrator', 'b2b_admin'],
  ['professionalrequestor', 'requestor'],
  ['requester', 'requestor'],
  ['viewer', 'guest'],
])
const typesByWord = new Map<string, ProfessionalType>([
  ...professionalTypes.map((type) => [plainWord(type), type] as const),
  ['financialadviser', 'financial_advisor'],
  ['solicitor', 'lawyer'],
])
const statesByWord = new Map<string, State>(
  Object.entries(states).flatMap(([short, long]) =>
    [short, long].map((word) => [plainWord(word), short as State] as const),
  ),
)

/** Reads a row and says everything that is wrong with it. */
export function checkRow({ line, cells }: FileRow, rules: Rules): CheckedRow {
  const problems: string[] = []
  const must = <T>(
    result: { success: true; data: T } | { success: false },
    otherwise: T,
    problem: string,
  ): T => {
    if (result.success) return result.data
    problems.push(problem)
    return otherwise
  }
  const cell = (column: keyof typeof cells) => cells[column] ?? ''
  const address = must(
    email.safeParse(cell('email')),
    cell('email').slice(0, limits.text.email),
    cell('email') ? 'The email address is not valid.' : 'The email address is missing.',
  )
  const names = namesOf(cell('firstName'), cell('lastName'), cell('name')).map((text) =>
    must(name.safeParse(text), '', `A name is longer than ${limits.text.name} characters.`),
  )
  const role = roleOf(cell('role'), rules, problems)
  const organization = must(
    organizationName.safeParse(cell('organization')),
    '',
    `The name of the organisation is longer than ${limits.text.client} characters.`,
  )
  return {
    line,
    email: address,
    firstName: names[0] ?? '',
    lastName: names[1] ?? '',
    role: role ?? cell('role').slice(0, limits.text.name),
    professionalType: role === 'requestor' ? typeOf(cell('professionalType'), problems) : null,
    organization: organizationOf(organization, role, rules, problems),
    expiresOn: endOf(cell('expiresOn'), role, rules, problems),
    state: stateOf(cell('state'), problems),
    problems,
  }
}

/** A single name is split at its last space. */
function namesOf(first: string, last: string, whole: string): [string, string] {
  if (first || last || !whole) return [first, last]
  const space = whole.lastIndexOf(' ')
  return space < 0 ? [whole, ''] : [whole.slice(0, space), whole.slice(space + 1)]
}

function roleOf(text: string, rules: Rules, problems: string[]): Role | null {
  const role = rolesByWord.get(plainWord(text)) ?? null
  const allowed = rules.roles.map((known) => roleShortLabel(known)).join(', ')
  if (!text) problems.push(`The role is missing: ${allowed}.`)
  else if (!role) problems.push(`There is no role “${text.slice(0, limits.text.name)}”, only ${allowed}.`)
  else if (!rules.roles.includes(role))
    problems.push(`You cannot invite people to this role, only ${allowed}.`)
  return role
}

function typeOf(text: string, problems: string[]): ProfessionalType | null {
  const type = typesByWord.get(plainWord(text)) ?? null
  if (text && !type) problems.push(`There is no professional type “${text.slice(0, limits.text.name)}”.`)
  return type
}

function organizationOf(typed: string, role: Role | null, rules: Rules, problems: string[]): string {
  if (rules.organization !== null) {
    if (typed && typed.toLowerCase() !== rules.organization.toLowerCase())
      problems.push(`You can invite people to ${rules.organization} only.`)
    return rules.organization
  }
  if (role === 'b2b_admin' && !typed) problems.push('An Org Admin needs an organisation.')
  return role === 'admin' ? '' : typed
}

function endOf(text: string, role: Role | null, { today }: Rules, problems: string[]): string | null {
  if (!text) return null
  if (role !== null && role !== 'guest') {
    problems.push(errors['not-a-guest'].message)
    return null
  }
  const read = checkDay(text, today, { kind: 'future' })
  if ('day' in read) return read.day
  problems.push(`Access ends: ${read.problem}.`.replace(/([.?!])\.$/, '$1'))
  return null
}

function stateOf(text: string, problems: string[]): string {
  if (!text) return ''
  const state = statesByWord.get(plainWord(text))
  if (state) return state
  problems.push(`The state is one of ${Object.keys(states).join(', ')}.`)
  return ''
}
