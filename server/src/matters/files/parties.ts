import { businessNumberProblems, withoutGaps } from '@deedbox/contract/business-numbers.ts'
import { email, line, paragraphs } from '@deedbox/contract/fields.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type { MatterImportRow } from '@deedbox/contract/matter-imports.ts'
import {
  type Nature,
  natures,
  type PartyKind,
  type PartyRole,
  partyFields,
  partyKinds,
  partyRoleNames,
  partyRoles,
  rolesOf,
  roleText,
} from '@deedbox/contract/party-terms.ts'
import { inArray, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { run } from '../../db/named.ts'
import { matterRoles, parties } from '../../db/tables/parties.ts'
import type { AuditEntry } from '../../kernel/audit/record.ts'
import type { ReadCtx } from '../../kernel/context/context.ts'
import { aboutMatter, type StoredMatter } from '../../policy/matters.ts'
import { among, documentsTitled, mattersByReference, onlyMatter } from './find.ts'
import { lower, type Planner, type Reader, reader } from './row.ts'

const name = line(limits.text.client)
const note = paragraphs(limits.text.message)
const clause = line(100)
const anything = z.string()

type StoredParty = Pick<
  typeof parties.$inferSelect,
  'id' | 'kind' | 'name' | 'abn' | 'acn' | 'bornOn' | 'email'
>
type Who = {
  kind?: PartyKind | undefined
  name: string
  abn: string
  acn: string
  email: string
  bornOn: string | null
}
type Change = { field: string; from: string; to: string }
type NewParty = Who & { id: string; kind: PartyKind }

const roleLabels = Object.fromEntries(partyRoleNames.map((role) => [role, partyRoles[role].label])) as Record<
  PartyRole,
  string
>

/** Plans rows of parties with a role in a matter. A role is known by matter, party, role and first day; what was recorded is only ever ended. */
export const planParties: Planner = async (ctx, cells, { overwrite, lock, today }) => {
  const rows = cells.map(reader)
  const all = (...columns: string[]) => rows.flatMap((row) => columns.flatMap((one) => row.cell(one) ?? []))
  const known = await mattersByReference(ctx, all('matter'), lock)
  const ids = [...known.values()].flat().map(({ id }) => id)
  const titled = await documentsTitled(ctx, ids, all('fromDocument', 'untilDocument'))
  const people = await partiesCalled(ctx, {
    names: all('name', 'fromBy', 'untilBy'),
    numbers: all('abn', 'acn').map(withoutGaps),
  })
  const recorded = await rolesIn(ctx, ids)
  const inserted: Inserted[] = []
  const ended: Ended[] = []
  const planned = rows.map((row): MatterImportRow => {
    const matter = onlyMatter(row, known)
    const given = read(row, today)
    const told = { line: row.line, label: labelOf(row, given), problems: row.problems }
    if (matter && given.role && !rolesOf(matter.kind).includes(given.role))
      row.say('role', `A matter of this kind has no ${roleLabels[given.role].toLowerCase()}.`)
    const fromDocument = matter && titled(row, 'fromDocument', matter.id)
    const untilDocument = matter && titled(row, 'untilDocument', matter.id)
    if (!matter || !given.role || row.problems.length > 0) return { ...told, outcome: 'wrong' }
    const party = people.find(row, given.who)
    const by = (column: string) => {
      const called = row.cell(column)
      return called === undefined ? null : people.find(row, maker(called), column)
    }
    const [fromBy, untilBy] = [by('fromBy'), by('untilBy')]
    if (!party || fromBy === undefined || untilBy === undefined) return { ...told, outcome: 'wrong' }
    const { role, nature, from, until } = given
    const key = keyOf({ matterId: matter.id, partyId: party.id, role, nature, fromDay: from })
    const before = recorded.get(key)
    const columns = {
      ...{ matterId: matter.id, partyId: party.id, role, nature, fromDay: from, untilDay: until },
      ...{ fromDocument: fromDocument ?? null, untilDocument: untilDocument ?? null },
      ...{ fromBy: fromBy?.id ?? null, untilBy: untilBy?.id ?? null },
      ...{ fromClause: given.fromClause, untilClause: given.untilClause, note: given.note },
    }
    if (before) {
      const ends = until !== null && before.untilDay === null
      const differs = differences(columns, before)
      if (differs.length === 0)
        return { ...told, outcome: people.fill(party.id, given.who) ? 'change' : 'same' }
      for (const text of differs) told.problems.push({ line: row.line, text })
      const onlyEnds = ends && differs.every((text) => text.startsWith('The end'))
      if (!overwrite || !onlyEnds) return { ...told, outcome: 'exists' }
      ended.push({ ...columns, id: before.id, party: party.name, matter })
      recorded.set(key, { ...before, ...columns })
      return { ...told, outcome: 'change' }
    }
    const many = (recorded.counts.get(matter.id) ?? 0) + 1
    if (many > limits.matterRoles) {
      row.say('matter', `A matter has at most ${limits.matterRoles} records of roles.`)
      return { ...told, outcome: 'wrong' }
    }
    const id = crypto.randomUUID()
    recorded.counts.set(matter.id, many)
    recorded.set(key, { ...columns, id })
    inserted.push({ ...columns, id, party: party.name, matter })
    for (const one of [party, fromBy, untilBy]) if (one) people.need(one.id)
    people.fill(party.id, given.who)
    return { ...told, outcome: 'insert' }
  })
  return {
    rows: planned,
    apply: async (write) => {
      const fresh = people.needed()
      const now = write.now.toISOString()
      await run(
        write,
        sql`insert into ${parties} (id, kind, name, abn, acn, email, born_on, created_at, updated_at)
          select p.*, ${now}::timestamptz, ${now}::timestamptz from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb)
            as p (id uuid, kind text, name text, abn text, acn text, email text, "bornOn" date)`,
        { prepared: false },
      )
      const filled = people.filled()
      await run(
        write,
        sql`update ${parties} set abn = p.abn, acn = p.acn, email = p.email, born_on = p."bornOn",
            updated_at = greatest(${now}::timestamptz, parties.updated_at + interval '1 millisecond')
          from jsonb_to_recordset(${JSON.stringify(filled.map(({ party }) => party))}::jsonb) as p (id uuid, abn text, acn text, email text, "bornOn" date)
          where parties.id = p.id`,
        { prepared: false },
      )
      await run(
        write,
        sql`insert into ${matterRoles} (id, matter_id, party_id, role, nature, from_day, from_document, from_clause, from_by, until_day,
            until_document, until_clause, until_by, note, recorded_at, recorded_by)
          select r.*, ${now}::timestamptz, ${write.actor.id}::uuid from jsonb_to_recordset(${JSON.stringify(inserted)}::jsonb) as r (
            id uuid, "matterId" uuid, "partyId" uuid, role text, nature text, "fromDay" date, "fromDocument" uuid, "fromClause" text,
            "fromBy" uuid, "untilDay" date, "untilDocument" uuid, "untilClause" text, "untilBy" uuid, note text)`,
        { prepared: false },
      )
      await run(
        write,
        sql`update ${matterRoles} set until_day = r."untilDay", until_document = r."untilDocument", until_clause = r."untilClause", until_by = r."untilBy"
          from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as r (id uuid, "untilDay" date, "untilDocument" uuid, "untilClause" text, "untilBy" uuid)
          where matter_roles.id = r.id`,
        { prepared: false },
      )
      return [
        ...fresh.map(
          ({ id, name }): AuditEntry => ({ event: 'party_created', details: { partyId: id, party: name } }),
        ),
        ...filled.map(
          ({ party: { id, name }, changes }): AuditEntry => ({
            event: 'party_changed',
            details: { partyId: id, party: name, changes },
          }),
        ),
        ...inserted.map(
          (one): AuditEntry => ({
            event: 'matter_role_added',
            details: { ...about(one), firstDay: one.fromDay, lastDay: one.untilDay },
          }),
        ),
        ...ended.map(
          (one): AuditEntry => ({
            event: 'matter_role_ended',
            details: { ...about(one), lastDay: one.untilDay ?? '' },
          }),
        ),
      ]
    },
  }
}

type Columns = Pick<
  typeof matterRoles.$inferSelect,
  | ('matterId' | 'partyId' | 'role' | 'nature' | 'note')
  | ('fromDay' | 'fromDocument' | 'fromClause' | 'fromBy')
  | ('untilDay' | 'untilDocument' | 'untilClause' | 'untilBy')
>
type Recorded = Columns & { id: string }
type Inserted = Recorded & { party: string; matter: StoredMatter }
type Ended = Inserted

const about = ({ matter, party, role, nature }: Inserted) => ({
  ...aboutMatter(matter),
  party,
  role: roleText({ role, nature }),
})

const keyOf = ({
  matterId,
  partyId,
  role,
  nature,
  fromDay,
}: Pick<Columns, 'matterId' | 'partyId' | 'role' | 'nature' | 'fromDay'>) =>
  [matterId, partyId, role, nature ?? '', fromDay ?? ''].join(' ')

/** Says what a row says of a role that is recorded and says otherwise; what it leaves blank is no difference. */
function differences(row: Columns, before: Columns): string[] {
  const other = <F extends keyof Columns>(field: F) => Boolean(row[field]) && row[field] !== before[field]
  const texts: [boolean, string][] = [
    [
      other('fromDocument') || other('fromClause') || other('fromBy'),
      'What began the role differs from what is recorded. Correct it on the matter’s page.',
    ],
    [
      other('untilDay') || other('untilDocument') || other('untilClause') || other('untilBy'),
      'The end of the role differs from what is recorded.',
    ],
    [other('note'), 'The note differs from what is recorded.'],
  ]
  return texts.flatMap(([differs, text]) => (differs ? text : []))
}

/** Reads what holds of these matters: records that no other one corrects; parties as they are shown. */
async function rolesIn({ query }: ReadCtx, matterIds: string[]) {
  const rows = await run<Recorded & { count: number }>(
    { query },
    sql`select r.id, r.matter_id as "matterId", coalesce(p.merged_into, r.party_id) as "partyId", r.role, r.nature, r.note,
        r.from_day::text as "fromDay", r.from_document as "fromDocument", r.from_clause as "fromClause", coalesce(f.merged_into, r.from_by) as "fromBy",
        r.until_day::text as "untilDay", r.until_document as "untilDocument", r.until_clause as "untilClause", coalesce(u.merged_into, r.until_by) as "untilBy"
      from ${matterRoles} r join ${parties} p on p.id = r.party_id
      left join ${parties} f on f.id = r.from_by left join ${parties} u on u.id = r.until_by
      where r.matter_id = any(${sql.param(matterIds)}::uuid[]) and not r.never
        and not exists (select from ${matterRoles} c where c.corrects = r.id)`,
    { prepared: false },
  )
  const counts = new Map<string, number>()
  for (const { matterId } of rows) counts.set(matterId, (counts.get(matterId) ?? 0) + 1)
  return Object.assign(new Map(rows.map((row) => [keyOf(row), row as Recorded])), { counts })
}

/** Finds parties by ACN, ABN or name; one that is merged is the one it is shown as. */
async function partiesCalled({ tx }: ReadCtx, { names, numbers }: { names: string[]; numbers: string[] }) {
  const { id, kind, name, abn, acn, bornOn, email, mergedInto } = parties
  const columns = { id, kind, name, abn, acn, bornOn, email, mergedInto }
  const wanted: SQL | undefined = or(
    among(sql`lower(coalesce(${name}, ''))`, names.map(lower)),
    sql`(${acn} <> '' and ${among(sql`${acn}`, numbers)})`,
    sql`(${abn} <> '' and ${among(sql`${abn}`, numbers)})`,
  )
  const found = await tx.select(columns).from(parties).where(wanted)
  const into = found.flatMap((row) => row.mergedInto ?? [])
  const shown = into.length > 0 ? await tx.select(columns).from(parties).where(inArray(id, into)) : []
  const byId = new Map([...found, ...shown].map((row) => [row.id, row]))
  const index = new Map<string, Map<string, StoredParty>>()
  const remember = (key: string, party: StoredParty) =>
    index.set(key, (index.get(key) ?? new Map<string, StoredParty>()).set(party.id, party))
  const enter = (party: StoredParty, called = party.name) => {
    remember(`name ${lower(called)}`, party)
    if (party.acn) remember(`acn ${party.acn}`, party)
    if (party.abn) remember(`abn ${party.abn}`, party)
  }
  for (const row of found) enter(byId.get(row.mergedInto ?? row.id) ?? row, row.name)
  const fresh = new Map<string, NewParty>()
  const wantedIds = new Set<string>()
  const filled = new Map<string, { party: StoredParty; changes: Change[] }>()

  const fits = (who: Who) => (party: StoredParty) =>
    (!who.kind || who.kind === party.kind) &&
    (!who.acn || !party.acn || who.acn === party.acn) &&
    (!who.abn || !party.abn || who.abn === party.abn) &&
    (!who.bornOn || !party.bornOn || who.bornOn === party.bornOn)

  return {
    /** Finds the party of a row, or a new one; undefined if several may be meant. */
    find(row: Reader, who: Who, column = 'name'): { id: string; name: string } | undefined {
      const of = (key: string) => [...(index.get(key)?.values() ?? [])]
      const numbered = [...(who.acn ? of(`acn ${who.acn}`) : []), ...(who.abn ? of(`abn ${who.abn}`) : [])]
      const [one, another] = numbered[0] ? [numbered[0]] : of(`name ${lower(who.name)}`).filter(fits(who))
      if (another)
        return row.say(
          column,
          `Several parties are called “${who.name}”. Please say which by ACN, ABN or date of birth, or merge them first.`,
        )
      if (one)
        return contradicts(
          row,
          who,
          one,
          numbered.length === 0 || of(`name ${lower(who.name)}`).includes(one),
        )
      const party: NewParty = { ...who, id: crypto.randomUUID(), kind: who.kind ?? kindOf(who) }
      fresh.set(party.id, party)
      enter(party)
      return party
    },
    need: (id: string) => void wantedIds.add(id),
    /** Takes over what a row knows of a party and is not recorded yet, and tells whether there is any; what is recorded stays. */
    fill(id: string, who: Who): boolean {
      const created = fresh.get(id)
      const party = created ?? byId.get(id)
      if (!party) return false
      const changes = (['abn', 'acn', 'email', 'bornOn'] as const).flatMap((field): Change[] =>
        who[field] && !party[field] ? [{ field: partyFields[field], from: '', to: who[field] }] : [],
      )
      if (changes.length === 0) return false
      Object.assign(party, {
        abn: party.abn || who.abn,
        acn: party.acn || who.acn,
        email: party.email || who.email,
        bornOn: party.bornOn ?? who.bornOn,
      })
      const before = filled.get(id)?.changes ?? []
      if (!created) filled.set(id, { party, changes: [...before, ...changes] })
      return true
    },
    filled: () => [...filled.values()],
    /** The new parties that some row needs. */
    needed: () => [...fresh.values()].filter(({ id }) => wantedIds.has(id)),
  }
}

/** Returns the party that a row means, unless the row says otherwise than what is recorded of it: that would be lost in silence. */
function contradicts<P extends StoredParty>(row: Reader, who: Who, party: P, called: boolean): P | undefined {
  const before = row.problems.length
  const correct = 'Leave the cell blank, or correct it on the party’s page.'
  if (!called)
    row.say('name', `The ABN or ACN is that of “${party.name}”. If that is the same party, write this name.`)
  if (who.kind && who.kind !== party.kind)
    row.say('kind', `“${party.name}” is recorded as another kind of party. ${correct}`)
  for (const field of ['abn', 'acn', 'email', 'bornOn'] as const)
    if (who[field] && party[field] && who[field] !== party[field])
      row.say(field, `${partyFields[field]} differs from what is recorded of “${party.name}”. ${correct}`)
  return row.problems.length > before ? undefined : party
}

const kindOf = ({ name, acn }: Who): PartyKind =>
  acn || /\b(pty|ltd|limited|proprietary)\b/i.test(name) ? 'company' : 'person'
const maker = (name: string): Who => ({ name, abn: '', acn: '', email: '', bornOn: null })

function read(row: Reader, today: string) {
  const [abn = '', acn = ''] = ['abn', 'acn'].map((column) =>
    withoutGaps(row.text(column, anything, column) ?? ''),
  )
  for (const [column, text] of Object.entries(businessNumberProblems({ abn, acn })))
    row.say(column, `${text}.`)
  const who: Who = {
    name: row.needed('name', name, 'The party') ?? '',
    kind: row.choice('kind', partyKinds, 'The kind'),
    ...{ abn, acn },
    email: row.text('email', email, 'The email address') ?? '',
    bornOn: row.day('bornOn', today, 'last', 'The date of birth') ?? null,
  }
  if (row.cell('role') === undefined) row.say('role', 'The role is missing.')
  const role = row.choice<PartyRole>('role', roleLabels, 'The role', {
    appointor: 'appointor',
    principal: 'appointor',
  })
  const nature: Nature | null = row.choice('nature', natures, 'The nature') ?? null
  if (role && (role === 'beneficiary') !== (nature !== null))
    row.say(
      row.cell('nature') ? 'nature' : 'role',
      nature ? 'Only a beneficiary has a nature.' : 'Please say in “Nature” how a beneficiary benefits.',
    )
  const from = row.day('from', today, 'last', 'The first day') ?? null
  const until = row.day('until', today, 'last', 'The last day') ?? null
  if (from && until && until < from) row.say('until', 'The last day is before the first.')
  for (const column of ['untilDocument', 'untilClause', 'untilBy'])
    if (row.cell(column) !== undefined && row.cell('until') === undefined)
      row.say(column, 'What ended the role is said, but not its last day.')
  return {
    ...{ who, role, nature, from, until },
    fromClause: row.text('fromClause', clause, 'The clause') ?? '',
    untilClause: row.text('untilClause', clause, 'The clause') ?? '',
    note: row.text('note', note, 'The note') ?? '',
  }
}

function labelOf(row: Reader, { who, role }: Pick<ReturnType<typeof read>, 'who' | 'role'>): string {
  const reference = row.cell('matter')
  return [who.name || '–', role && roleLabels[role], reference && `in ${reference}`]
    .filter(Boolean)
    .join(', ')
}
