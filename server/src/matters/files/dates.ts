import {
  type DueKind,
  type DueStatus,
  dueKindLabels,
  dueKinds,
  dueLimits,
  dueStatuses,
  type Repeats,
  repeatNames,
  repeats,
} from '@deedbox/contract/due-date-terms.ts'
import { line, paragraphs } from '@deedbox/contract/fields.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type { MatterImportRow } from '@deedbox/contract/matter-imports.ts'
import { sql } from 'drizzle-orm'
import { run } from '../../db/named.ts'
import { dueDatePeople, dueDates } from '../../db/tables/due-dates.ts'
import type { AuditEntry } from '../../kernel/audit/record.ts'
import type { ReadCtx } from '../../kernel/context/context.ts'
import { aboutMatter, type StoredMatter } from '../../policy/matters.ts'
import { documentsTitled, keepersCalled, mattersByReference, onlyMatter } from './find.ts'
import { lower, type Planner, type Reader, reader } from './row.ts'

const title = line(limits.text.title)
const words = paragraphs(limits.text.message)
const clause = line(100)
const repeatLabels = Object.fromEntries(repeatNames.map((how) => [how, repeats[how].label])) as Record<
  Repeats,
  string
>

/** Plans rows of dates of matters. A date is known by its matter, document, kind, title, and its day or else its words. */
export const planDates: Planner = async (ctx, cells, { overwrite, lock, today }) => {
  const rows = cells.map(reader)
  const all = (column: string) => rows.flatMap((row) => row.cell(column) ?? [])
  const known = await mattersByReference(ctx, all('matter'), lock)
  const ids = [...known.values()].flat().map(({ id }) => id)
  const titled = await documentsTitled(ctx, ids, all('document'))
  const keepers = await keepersCalled(ctx, all('people').flatMap(namesIn))
  const written = await datesOf(ctx, ids)
  const acts: Act[] = []
  const planned = rows.map((row): MatterImportRow => {
    const matter = onlyMatter(row, known)
    const given = read(row, today, keepers)
    const label = [given.title || '–', row.cell('matter')].filter(Boolean).join(', of ')
    const told = { line: row.line, label, problems: row.problems }
    const documentId = (matter && titled(row, 'document', matter.id)) ?? null
    if (!matter || !given.kind || row.problems.length > 0) return { ...told, outcome: 'wrong' }
    const { kind } = given
    const facts: Facts = {
      ...{
        matterId: matter.id,
        documentId,
        kind,
        title: given.title,
        dueOn: given.dueOn,
        words: given.words,
      },
      ...{
        clause: given.clause,
        repeats: given.repeats ?? 'never',
        status: given.status ?? 'open',
        reason: given.reason,
      },
      remindDays: given.remindDays ?? [...dueKinds[kind].remind],
      people: given.people ?? [],
    }
    const key = keyOf(facts)
    const before = written.get(key)
    if (!before) {
      const act = { ...facts, id: crypto.randomUUID(), matter, before: null }
      written.set(key, act)
      acts.push(act)
      return { ...told, outcome: 'insert' }
    }
    // A blank cell changes nothing.
    const after: Stored = {
      ...before,
      words: given.words || before.words,
      clause: given.clause || before.clause,
      repeats: given.repeats ?? before.repeats,
      remindDays: given.remindDays ?? before.remindDays,
      people: given.people ?? before.people,
    }
    const settled =
      (given.status !== undefined && given.status !== before.status) ||
      (given.reason !== '' && given.reason !== before.reason)
    const differs = settled || JSON.stringify(sorted(after)) !== JSON.stringify(sorted(before))
    if (!differs) return { ...told, outcome: 'same' }
    told.problems.push({ line: row.line, text: 'What is there differs.' })
    if (settled)
      told.problems.push({ line: row.line, text: 'Whether it is done, and why, is said in the calendar.' })
    if (!overwrite || settled) return { ...told, outcome: 'exists' }
    written.set(key, after)
    acts.push({ ...after, matter, before })
    return { ...told, outcome: 'change' }
  })
  return {
    rows: planned,
    apply: async (write) => {
      const now = write.now.toISOString()
      const who = write.actor.name
      await run(
        write,
        sql`insert into ${dueDates} (id, matter_id, document_id, kind, title, due_on, first_on, words, clause, repeats, remind_days, status, reason,
            settled_at, settled_by_name, created_at, updated_at)
          select d.id, d."matterId", d."documentId", d.kind, d.title, d."dueOn", d."dueOn", d.words, d.clause, d.repeats,
            array(select jsonb_array_elements_text(d."remindDays")::int), d.status, d.reason,
            case when d.status <> 'open' then ${now}::timestamptz end, case when d.status <> 'open' then ${who}::text end, ${now}::timestamptz, ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(acts)}::jsonb) as d (id uuid, "matterId" uuid, "documentId" uuid, kind text, title text, "dueOn" date,
            words text, clause text, repeats text, "remindDays" jsonb, status text, reason text)
          on conflict (id) do update set words = excluded.words, clause = excluded.clause, repeats = excluded.repeats, remind_days = excluded.remind_days,
            updated_at = greatest(excluded.updated_at, ${dueDates.updatedAt} + interval '1 millisecond')`,
        { prepared: false },
      )
      const named = acts.flatMap(({ id, people }) => people.map((userId) => ({ id, userId })))
      const changed = acts.flatMap(({ id, before }) => (before ? id : []))
      await run(
        write,
        sql`delete from ${dueDatePeople} where due_date_id = any(${sql.param(changed)}::uuid[])`,
        { prepared: false },
      )
      await run(
        write,
        sql`insert into ${dueDatePeople} (due_date_id, user_id)
          select p.id, p."userId" from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as p (id uuid, "userId" uuid)
          on conflict do nothing`,
        { prepared: false },
      )
      return acts.map(({ id, matter, title, dueOn, documentId, before }): AuditEntry => {
        const details = { ...aboutMatter(matter), dueDateId: id, title, dueOn }
        const about = { documentId: documentId ?? undefined }
        return before
          ? { event: 'matter_date_changed', ...about, details: { ...details, from: before.dueOn } }
          : { event: 'matter_date_added', ...about, details }
      })
    },
  }
}

type Facts = {
  matterId: string
  documentId: string | null
  kind: DueKind
  title: string
  dueOn: string | null
  words: string
  clause: string
  repeats: Repeats
  remindDays: number[]
  people: string[]
  status: DueStatus
  reason: string
}
type Stored = Facts & { id: string }
type Act = Stored & { matter: StoredMatter; before: Stored | null }

const keyOf = ({ matterId, documentId, kind, title, dueOn, words }: Facts) =>
  JSON.stringify([matterId, documentId, kind, lower(title), dueOn, dueOn ? '' : lower(words)])
const sorted = ({ words, clause, repeats, remindDays, people }: Facts) => [
  ...[words, clause, repeats],
  remindDays.toSorted((a, b) => a - b),
  people.toSorted(),
]

async function datesOf({ query }: ReadCtx, matterIds: string[]) {
  const rows = await run<Stored>(
    { query },
    sql`select d.id, d.matter_id as "matterId", d.document_id as "documentId", d.kind, d.title, d.due_on::text as "dueOn", d.words, d.clause, d.repeats,
        d.remind_days as "remindDays", d.status, d.reason,
        array(select p.user_id::text from ${dueDatePeople} p where p.due_date_id = d.id) as people
      from ${dueDates} d where d.matter_id = any(${sql.param(matterIds)}::uuid[])`,
    { prepared: false },
  )
  return new Map(rows.map((row) => [keyOf(row), row]))
}

const namesIn = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter(Boolean)

function read(row: Reader, today: string, keepers: Awaited<ReturnType<typeof keepersCalled>>) {
  if (row.cell('kind') === undefined) row.say('kind', 'The kind is missing.')
  const dueOn = row.day('dueOn', today, 'next', 'The day') ?? null
  const said = row.text('words', words, 'The words') ?? ''
  if (dueOn === null && said === '' && row.cell('dueOn') === undefined)
    row.say('dueOn', 'Please enter a day, or the words of the deed.')
  const status = row.choice('status', dueStatuses, 'The status')
  const reason = row.text('reason', words, 'The reason') ?? ''
  if (status === 'not_needed' && row.cell('reason') === undefined)
    row.say('reason', 'Please say in “Reason” why it is not needed.')
  return {
    kind: row.choice('kind', dueKindLabels, 'The kind'),
    title: row.needed('title', title, 'What falls due') ?? '',
    ...{ dueOn, words: said },
    clause: row.text('clause', clause, 'The clause') ?? '',
    repeats: row.choice('repeats', repeatLabels, 'How it repeats', { no: 'never', never: 'never' }),
    remindDays: remindersOf(row),
    people: peopleOf(row, keepers),
    ...{ status, reason },
  }
}

function remindersOf(row: Reader): number[] | undefined {
  const typed = row.cell('remindDays')
  if (typed === undefined) return undefined
  const days = [...new Set(namesIn(typed).map(Number))].sort((a, b) => b - a)
  const wrong = days.some((day) => !Number.isInteger(day) || day < 0 || day > dueLimits.earliest)
  if (wrong || days.length > dueLimits.reminders)
    return row.say(
      'remindDays',
      `Reminders are at most ${dueLimits.reminders} numbers of days before it, as “30, 7”.`,
    )
  return days
}

function peopleOf(row: Reader, keepers: Awaited<ReturnType<typeof keepersCalled>>): string[] | undefined {
  const typed = row.cell('people')
  if (typed === undefined) return undefined
  const called = namesIn(typed)
  if (called.length > dueLimits.people)
    return row.say('people', `At most ${dueLimits.people} people are reminded.`)
  const found = called.map((name) => ({ name, ids: keepers(name).map(({ id }) => id) }))
  for (const { name, ids } of found)
    if (ids.length !== 1)
      row.say(
        'people',
        ids.length
          ? `Several people are called “${name}”.`
          : `No person who keeps matters is called “${name}”.`,
      )
  return [...new Set(found.flatMap(({ ids }) => ids))]
}
