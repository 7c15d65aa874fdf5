import { type State, states } from '@deedbox/contract/australia.ts'
import { email, line } from '@deedbox/contract/fields.ts'
import { type ImportColumn, plainWord } from '@deedbox/contract/import-terms.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type { ImportRow } from '@deedbox/contract/people-import.ts'
import {
  type ProfessionalType,
  professionalTypes,
  type Role,
  roleLabel,
  roleShortLabel,
  roles,
} from '@deedbox/contract/permissions.ts'
import { errors } from '@deedbox/contract/refusals.ts'
import { checkDay } from '@deedbox/contract/typed-day.ts'
import type { FileRow } from './read-file.ts'

/** Facts that decide whether a row is right besides the row itself. */
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

type Say = (problem: string) => void

/** Reads a row and says everything that is wrong with it, each with the line of its cell. */
export function checkRow({ line, cells, cellLines, problem }: FileRow, rules: Rules): CheckedRow {
  const problems: CheckedRow['problems'] = []
  const cell = (column: ImportColumn) => cells[column] ?? ''
  const at =
    (column: ImportColumn): Say =>
    (text) =>
      void problems.push({ line: cellLines[column] ?? line, text })
  const shown = {
    email: cell('email').slice(0, limits.text.email),
    role: cell('role').slice(0, limits.text.name),
  }
  if (problem) return { ...nothing, ...shown, line, problems: [{ line, text: problem }] }
  const text = (schema: typeof name, column: ImportColumn, typed: string, otherwise: string): string => {
    const read = schema.safeParse(typed)
    if (read.success) return read.data
    at(column)(otherwise)
    return ''
  }
  const address = email.safeParse(cell('email'))
  if (!address.success)
    at('email')(cell('email') ? 'The email address is not valid.' : 'The email address is missing.')
  const names = namesOf(cell('firstName'), cell('lastName'), cell('name')).map(([column, typed]) =>
    text(name, column, typed, `A name is longer than ${limits.text.name} characters.`),
  )
  const role = roleOf(cell('role'), rules, at('role'))
  const organization = text(
    organizationName,
    'organization',
    cell('organization'),
    `The name of the organisation is longer than ${limits.text.client} characters.`,
  )
  return {
    line,
    email: address.data ?? shown.email,
    firstName: names[0] ?? '',
    lastName: names[1] ?? '',
    role: role ?? shown.role,
    professionalType: role === 'requestor' ? typeOf(cell('professionalType'), at('professionalType')) : null,
    organization: organizationOf(organization, role, rules, at('organization')),
    expiresOn: endOf(cell('expiresOn'), role, rules, at('expiresOn')),
    state: stateOf(cell('state'), at('state')),
    problems,
  }
}

/** Values in place of a row that cannot be read. */
const nothing = {
  firstName: '',
  lastName: '',
  professionalType: null,
  organization: '',
  expiresOn: null,
  state: '',
}

/** Returns the first and last name with their columns; a single name is split at its last space. */
function namesOf(first: string, last: string, whole: string): [ImportColumn, string][] {
  if (first || last || !whole)
    return [
      ['firstName', first],
      ['lastName', last],
    ]
  const space = whole.lastIndexOf(' ')
  const [before, after] = space < 0 ? [whole, ''] : [whole.slice(0, space), whole.slice(space + 1)]
  return [
    ['name', before],
    ['name', after],
  ]
}

function roleOf(text: string, rules: Rules, say: Say): Role | null {
  const role = rolesByWord.get(plainWord(text)) ?? null
  const allowed = rules.roles.map((known) => roleShortLabel(known)).join(', ')
  if (!text) say(`The role is missing: ${allowed}.`)
  else if (!role) say(`There is no role “${text.slice(0, limits.text.name)}”, only ${allowed}.`)
  else if (!rules.roles.includes(role)) say(`You cannot invite people to this role, only ${allowed}.`)
  return role
}

function typeOf(text: string, say: Say): ProfessionalType | null {
  const type = typesByWord.get(plainWord(text)) ?? null
  if (text && !type) say(`There is no professional type “${text.slice(0, limits.text.name)}”.`)
  return type
}

function organizationOf(typed: string, role: Role | null, rules: Rules, say: Say): string {
  if (rules.organization !== null) {
    if (typed && typed.toLowerCase() !== rules.organization.toLowerCase())
      say(`You can invite people to ${rules.organization} only.`)
    return rules.organization
  }
  if (role === 'b2b_admin' && !typed) say('An Org Admin needs an organisation.')
  return role === 'admin' ? '' : typed
}

function endOf(text: string, role: Role | null, { today }: Rules, say: Say): string | null {
  if (!text) return null
  if (role !== null && role !== 'guest') {
    say(errors['not-a-guest'].message)
    return null
  }
  const read = checkDay(text, today, { kind: 'future' })
  if ('day' in read) return read.day
  say(`Access ends: ${read.problem}.`.replace(/([.?!])\.$/, '$1'))
  return null
}

function stateOf(text: string, say: Say): string {
  if (!text) return ''
  const state = statesByWord.get(plainWord(text))
  if (state) return state
  say(`The state is one of ${Object.keys(states).join(', ')}.`)
  return ''
}
