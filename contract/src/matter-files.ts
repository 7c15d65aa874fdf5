import { plainWord } from './import-terms.ts'

/* The files in which matters, their parties and their dates are taken in and out, without zod, so that screens do not load it. */

type Column = {
  heading: string
  /** Headings that mean the same, without case, spaces and punctuation. */
  also?: readonly string[]
  needed?: true
  /** Cells of the template's first row. */
  example: string
}
const column = (heading: string, example = '', more: Omit<Column, 'heading' | 'example'> = {}): Column => ({
  heading,
  example,
  ...more,
})
const needed = true

/** Columns of each kind of file, in the order of templates and exports: what is exported can be imported again. */
export const matterFiles = {
  matters: {
    reference: column('Reference', '2026/014', { also: ['number', 'matternumber', 'file'], needed }),
    name: column('Name', 'Harrow Family Trust', { also: ['matter'], needed }),
    kind: column('Kind', 'Family trust', { also: ['type', 'matterkind'], needed }),
    abn: column('ABN'),
    acn: column('ACN'),
    governingLaw: column('Governing law', 'NSW', { also: ['law', 'state', 'stateorterritory'] }),
    status: column('Status', 'Open'),
    responsible: column('Responsible trustee', '', { also: ['responsible', 'trustee'] }),
    organization: column('Organisation', '', { also: ['organization', 'firm'] }),
    notes: column('Notes', '', { also: ['note'] }),
  },
  parties: {
    matter: column('Matter reference', '2026/014', { also: ['reference', 'matter'], needed }),
    name: column('Party', 'Olive Harrow', { also: ['name', 'partyname'], needed }),
    kind: column('Kind', 'Person', { also: ['partykind'] }),
    abn: column('ABN'),
    acn: column('ACN'),
    email: column('Email', '', { also: ['emailaddress'] }),
    bornOn: column('Date of birth', '', { also: ['bornon', 'birth', 'dob'] }),
    role: column('Role', 'Trustee', { needed }),
    nature: column('Nature', '', { also: ['benefit'] }),
    from: column('First day', '12 March 1984', { also: ['from', 'since', 'begin'] }),
    fromDocument: column('Begun by instrument', '', { also: ['instrument'] }),
    fromClause: column('Clause of the begin', '1.2', { also: ['clause'] }),
    fromBy: column('Begun by', '', { also: ['appointedby'] }),
    until: column('Last day', '', { also: ['until', 'to', 'end'] }),
    untilDocument: column('Ended by instrument'),
    untilClause: column('Clause of the end'),
    untilBy: column('Ended by'),
    note: column('Note', '', { also: ['notes'] }),
  },
  dates: {
    matter: column('Matter reference', '2026/014', { also: ['reference', 'matter'], needed }),
    kind: column('Kind', 'Review', { needed }),
    title: column('What falls due', 'Review of the trust', { also: ['title', 'name'], needed }),
    dueOn: column('Day', '30 June 2027', { also: ['dueon', 'date', 'due'] }),
    words: column('Words of the deed', '', { also: ['words'] }),
    clause: column('Clause', ''),
    document: column('Document', '', { also: ['instrument'] }),
    repeats: column('Repeats', 'Every year'),
    remindDays: column('Days of reminders', '30, 7', { also: ['reminders', 'remind'] }),
    people: column('Who is reminded', '', { also: ['people', 'emails'] }),
    status: column('Status', 'Open'),
    reason: column('Reason', '', { also: ['note'] }),
  },
} as const satisfies Record<string, Record<string, Column>>
export type MatterFile = keyof typeof matterFiles
export const matterFileNames = Object.keys(matterFiles) as [MatterFile, ...MatterFile[]]
export type MatterColumn<K extends MatterFile> = keyof (typeof matterFiles)[K] & string

export const matterFileLabels: Record<MatterFile, string> = {
  matters: 'Matters',
  parties: 'Parties and their roles',
  dates: 'Dates',
}

/** Exports of matters: those that can be imported again, and those of what is recorded of their parties besides. */
export const matterExports = {
  ...matterFileLabels,
  deaths: 'Deaths of parties',
  checks: 'Identity checks',
  powers: 'Access that rests on a power',
}
export type MatterExport = keyof typeof matterExports
export const matterExportNames = Object.keys(matterExports) as [MatterExport, ...MatterExport[]]
/** Exports that are for whoever keeps matters: to others they are empty. */
export const keptExports: readonly MatterExport[] = ['checks', 'powers']

/** Outcomes of a row: a record that is there already and differs is left as it is, unless the import says that it overwrites. */
export const rowOutcomes = {
  insert: 'Will be added',
  change: 'Will be changed',
  same: 'There already',
  exists: 'There already and differs, left as it is',
  wrong: 'Wrong, left out',
} as const
export type RowOutcome = keyof typeof rowOutcomes
export const rowOutcomeNames = Object.keys(rowOutcomes) as [RowOutcome, ...RowOutcome[]]
/** The same when it is done. */
export const rowsDone: Record<RowOutcome, string> = {
  insert: 'Added',
  change: 'Changed',
  same: 'There already',
  exists: 'There already and differs, left as it is',
  wrong: 'Wrong, left out',
}

/** Finds which column a heading means. */
export function columnCalled(kind: MatterFile, heading: string): string | undefined {
  const word = plainWord(heading)
  const columns: Record<string, Column> = matterFiles[kind]
  return (
    Object.keys(columns).find((name) => plainWord(columns[name]?.heading ?? '') === word) ??
    Object.keys(columns).find((name) => columns[name]?.also?.includes(word))
  )
}

export const columnsOf = (kind: MatterFile): [name: string, column: Column][] =>
  Object.entries<Column>(matterFiles[kind])
