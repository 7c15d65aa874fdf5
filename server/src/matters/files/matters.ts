import { type State, states } from '@deedbox/contract/australia.ts'
import { businessNumberProblems, withoutGaps } from '@deedbox/contract/business-numbers.ts'
import { line, paragraphs } from '@deedbox/contract/fields.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type { MatterImportRow } from '@deedbox/contract/matter-imports.ts'
import { type MatterDetails, matterFields, matterKinds, matterStatuses } from '@deedbox/contract/matters.ts'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { run } from '../../db/named.ts'
import { matters } from '../../db/tables/matters.ts'
import type { AuditEntry } from '../../kernel/audit/record.ts'
import { aboutMatter, type StoredMatter } from '../../policy/matters.ts'
import { changesOf, type InWords } from '../register/edit.ts'
import { keepersCalled, mattersByReference, namesById, organizationsCalled } from './find.ts'
import { lower, type Planner, type Reader, reader } from './row.ts'

const name = line(limits.text.client)
const reference = line(100)
const notes = paragraphs(limits.text.message)
const anything = z.string()

/** Values of a row; a blank cell is not there. */
type Given = Partial<MatterDetails>
type Act = { id: string; before: StoredMatter | null; given: Given }

/** Plans rows of matters, known by their references. */
export const planMatters: Planner = async (ctx, cells, { overwrite, lock }) => {
  const rows = cells.map(reader)
  const all = (column: string) => rows.flatMap((row) => row.cell(column) ?? [])
  const known = await mattersByReference(ctx, all('reference'), lock)
  const keepers = await keepersCalled(ctx, all('responsible'))
  const firms = await organizationsCalled(ctx, all('organization'))
  const firstLine = new Map<string, number>()
  const acts: Act[] = []
  const planned = rows.map((row): MatterImportRow => {
    const { given, key } = read(row, keepers, firms)
    const label = `${given.name ?? ''} ${key ? `(${key})` : ''}`.trim()
    const told = { line: row.line, label, problems: row.problems }
    const first = key ? firstLine.get(lower(key)) : undefined
    if (first !== undefined) row.say('reference', `Line ${first} has the same reference.`)
    else if (key) firstLine.set(lower(key), row.line)
    const [before = null, another] = known.get(lower(key ?? '')) ?? []
    if (another) row.say('reference', 'Several matters have this reference.')
    if (row.problems.length > 0) return { ...told, outcome: 'wrong' }
    if (!before) {
      acts.push({ id: crypto.randomUUID(), before, given })
      return { ...told, outcome: 'insert' }
    }
    const { reference: _, ...facts } = given
    const differs = (Object.keys(facts) as (keyof typeof facts)[]).filter(
      (field) => facts[field] !== before[field],
    )
    if (differs.length === 0) return { ...told, outcome: 'same' }
    for (const field of differs)
      told.problems.push({ line: row.line, text: `${labelOf(field)} differs from what is there.` })
    if (!overwrite) return { ...told, outcome: 'exists' }
    acts.push({ id: before.id, before, given: facts })
    return { ...told, outcome: 'change' }
  })
  return {
    rows: planned,
    apply: async (write) => {
      const stored = acts.map(({ id, before, given }) => ({ id, ...empty, ...before, ...given }))
      const now = write.now.toISOString()
      await run(
        write,
        sql`insert into ${matters} (id, name, kind, reference, abn, acn, governing_law, status, responsible_id, organization_id, notes, created_at, updated_at)
          select m.*, ${now}::timestamptz, ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) as m (id uuid, name text, kind text, reference text, abn text, acn text,
            "governingLaw" text, status text, "responsibleId" uuid, "organizationId" uuid, notes text)
          on conflict (id) do update set name = excluded.name, kind = excluded.kind, reference = excluded.reference, abn = excluded.abn,
            acn = excluded.acn, governing_law = excluded.governing_law, status = excluded.status, responsible_id = excluded.responsible_id,
            organization_id = excluded.organization_id, notes = excluded.notes,
            updated_at = greatest(excluded.updated_at, ${matters.updatedAt} + interval '1 millisecond')`,
        { prepared: false },
      )
      const people = await namesById(write, 'people', involved(acts, 'responsibleId'))
      const named = await namesById(write, 'organizations', involved(acts, 'organizationId'))
      const inWords = (row: MatterDetails): InWords => ({
        ...{ name: row.name, reference: row.reference, abn: row.abn, acn: row.acn, notes: row.notes },
        kind: matterKinds[row.kind],
        status: matterStatuses[row.status],
        governingLaw: row.governingLaw === null ? '' : states[row.governingLaw],
        responsible: people(row.responsibleId),
        organization: named(row.organizationId),
      })
      return acts.map(({ id, before, given }): AuditEntry => {
        const after: MatterDetails = { ...empty, ...before, ...given }
        const about = aboutMatter({ ...after, id })
        return before
          ? {
              event: 'matter_changed',
              details: { ...about, changes: changesOf(inWords(before), inWords(after)) },
            }
          : { event: 'matter_created', details: { ...about, changes: changesOf(null, inWords(after)) } }
      })
    },
  }
}

const involved = (acts: Act[], field: 'responsibleId' | 'organizationId') =>
  acts.flatMap(({ before, given }) => [before?.[field] ?? null, given[field] ?? null])

const empty: MatterDetails = {
  ...{ name: '', kind: 'family_trust', reference: '', abn: '', acn: '', notes: '' },
  ...{ governingLaw: null, status: 'open', responsibleId: null, organizationId: null },
}

const labelOf = (field: keyof Given): string =>
  field === 'responsibleId'
    ? matterFields.responsible
    : field === 'organizationId'
      ? matterFields.organization
      : matterFields[field]

type Keepers = Awaited<ReturnType<typeof keepersCalled>>
type Firms = Awaited<ReturnType<typeof organizationsCalled>>

function read(row: Reader, keepers: Keepers, firms: Firms): { given: Given; key: string | undefined } {
  const key = row.needed('reference', reference, 'The reference')
  if (row.cell('kind') === undefined) row.say('kind', 'The kind is missing.')
  const [abn, acn] = ['abn', 'acn'].map((column) => withoutGaps(row.text(column, anything, column) ?? ''))
  for (const [column, text] of Object.entries(businessNumberProblems({ abn: abn ?? '', acn: acn ?? '' })))
    row.say(column, `${text}.`)
  const said: { [F in keyof MatterDetails]: MatterDetails[F] | undefined } = {
    name: row.needed('name', name, 'The name'),
    kind: row.choice('kind', matterKinds, 'The kind', { smsf: 'super_fund', trust: 'family_trust' }),
    reference: key,
    abn: abn || undefined,
    acn: acn || undefined,
    governingLaw: lawOf(row),
    status: row.choice('status', matterStatuses, 'The status'),
    responsibleId: idOf(row, 'responsible', keepers, 'person who keeps matters'),
    organizationId: idOf(row, 'organization', (called) => firms.get(lower(called)) ?? [], 'organisation'),
    notes: row.text('notes', notes, 'The notes'),
  }
  return {
    given: Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) as Given,
    key,
  }
}

const lawOf = (row: Reader): State | undefined => row.choice('governingLaw', states, 'The governing law')

function idOf(row: Reader, column: string, find: (called: string) => { id: string }[], what: string) {
  const called = row.cell(column)
  if (called === undefined) return undefined
  const [one, another] = find(called)
  if (!one) return row.say(column, `No ${what} is called “${called}”.`)
  return another
    ? row.say(column, `“${called}” is the name of several. Please enter the email address.`)
    : one.id
}
