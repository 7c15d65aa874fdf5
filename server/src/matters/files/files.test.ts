import type { MatterImport, MatterImportRow } from '@deedbox/contract/matter-imports.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizations, profiles } from '../../db/tables/accounts.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { dueDates } from '../../db/tables/due-dates.ts'
import { matters } from '../../db/tables/matters.ts'
import { matterRoles, parties } from '../../db/tables/parties.ts'
import { refusal, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { importNext } from './imports.jobs.ts'

let app: TestApp
let trustee: Person
beforeAll(async () => {
  app = await startTestApp()
  trustee = await app.person('trustee', { name: 'Tess Trustee', email: 'tess@firm.example' })
  await app.services.database.db
    .insert(organizations)
    .values({ id: crypto.randomUUID(), name: 'Harbour Legal', createdAt: new Date() })
})
afterAll(() => app.stop())

type Query = { kind: string; overwrite?: string }
const at = (one: TestApp) => {
  const send = (as: Person, path: string, query: Query, file: string | Buffer) =>
    one.call(as, 'POST', `/api/matter-imports${path}?${new URLSearchParams(query)}`, undefined, {
      payload: file,
      headers: { 'content-type': 'text/csv' },
    })
  return {
    send,
    preview: async (as: Person, query: Query, file: string) => {
      const answer = await send(as, '/preview', query, file)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json<{
        rows: MatterImportRow[]
        counts: Record<string, number>
        ignoredColumns: string[]
      }>()
    },
    start: async (as: Person, query: Query, file: string) => {
      const answer = await send(as, '', query, file)
      expect(answer.statusCode, answer.body).toBe(201)
      return answer.json<{ import: MatterImport }>().import
    },
    finish: async (as: Person, id: string) => {
      while (await importNext(one.services));
      const answer = await one.call(as, 'GET', `/api/matter-imports/${id}`)
      return answer.json<{ import: MatterImport }>().import
    },
    exported: async (as: Person, what: string) =>
      (await one.call(as, 'GET', `/api/matters/export?what=${what}`)).body,
  }
}
const here = () => at(app)
const db = () => app.services.database.db
const problemsOf = ({ problems }: MatterImportRow) => problems.map(({ text }) => text).join(' ')

const head = 'Reference,Name,Kind,ABN,Governing law,Status,Responsible trustee,Organisation,Notes'

test('a preview says of each row what it would do and what is wrong with it, and changes nothing', async () => {
  const before = await db().$count(matters)
  const file = [
    `${head},Shoe size`,
    'P/1,Quill Family Trust,Family trust,53 004 085 616,New South Wales,Open,Tess Trustee,harbour legal,"Two\nlines",40',
    'P/2,=Formula,unit_trust,,qld,,tess@firm.example,,,',
    ',Nameless,estate,,,,,,,',
    'p/1,Again,estate,,,,,,,',
    'P/3,Wrong,spaceship,53 004 085 617,Mars,Lost,Nobody,No Firm,,',
    `P/4,${'L'.repeat(10_000)},estate,,,,,,,`,
  ].join('\n')
  const { rows, counts, ignoredColumns } = await here().preview(trustee, { kind: 'matters' }, file)
  expect(ignoredColumns).toEqual(['Shoe size'])
  expect(counts).toEqual({ insert: 2, change: 0, same: 0, exists: 0, wrong: 4 })
  expect(rows.map(({ line, outcome }) => [line, outcome])).toEqual([
    [2, 'insert'],
    [4, 'insert'],
    [5, 'wrong'],
    [6, 'wrong'],
    [7, 'wrong'],
    [8, 'wrong'],
  ])
  expect(problemsOf(rows[2] as MatterImportRow)).toBe('The reference is missing.')
  expect(problemsOf(rows[3] as MatterImportRow)).toBe('Line 2 has the same reference.')
  expect(problemsOf(rows[5] as MatterImportRow)).toBe('The name has more than 200 characters.')
  for (const part of [
    'The kind is one of',
    'do not add up',
    'governing law',
    'The status',
    'Nobody',
    'No Firm',
  ])
    expect(problemsOf(rows[4] as MatterImportRow)).toContain(part)
  expect(await db().$count(matters)).toBe(before)
})

test('an import that is killed between two batches goes on, inserts nothing twice, and leaves out what is wrong', async () => {
  const lines = Array.from({ length: 600 }, (_, n) => `K/${n},Trust ${n},Family trust,,NSW,,,,`)
  const file = [head, ...lines, 'K/600,Bad,spaceship,,,,,,'].join('\n')
  const begun = await here().start(trustee, { kind: 'matters' }, file)
  expect(begun).toMatchObject({ rows: 601, endedAt: null, done: { wrong: 1 } })
  // The work of a server that was killed is not committed.
  await importNext(app.services)
  await expect(
    app.services.contexts.work(async () => {
      await importNext(app.services)
      throw new Error('Killed')
    }),
  ).rejects.toThrow('Killed')
  const ended = await here().finish(trustee, begun.id)
  expect(ended).toMatchObject({ failure: null, done: { insert: 600, wrong: 1, same: 0 } })
  expect(ended.endedAt).not.toBeNull()
  const kept = await db().select().from(matters)
  const references = kept.map(({ reference }) => reference).filter((one) => one.startsWith('K/'))
  expect([references.length, new Set(references).size]).toEqual([600, 600])
  const events = await db().select().from(auditEvents).where(eq(auditEvents.event, 'matter_created'))
  const ids = new Set(events.map(({ details }) => details?.matterId))
  for (const { id, reference } of kept) if (reference.startsWith('K/')) expect(ids).toContain(id)
  expect(events.every(({ actorId }) => actorId === trustee.id)).toBe(true)
  const result = await app.call(trustee, 'GET', `/api/matter-imports/${begun.id}/result`)
  expect(result.body).toContain('602,"Wrong, left out",')
  expect(refusal(await here().send(trustee, '', { kind: 'matters' }, file))).toEqual([
    409,
    'matter-import-nothing',
  ])
})

test('what is there is changed only when the import says so, and blank cells change nothing', async () => {
  const kind = 'matters'
  const made = [head, 'C/1,Kept Trust,Family trust,,NSW,,,,Kept']
  await here().finish(trustee, (await here().start(trustee, { kind }, made.join('\n'))).id)
  const file = 'Reference,Name,Kind,Status,Notes\nc/1,Kept Trust,Family trust,Vested,'
  const { rows } = await here().preview(trustee, { kind }, file)
  expect(rows[0]).toMatchObject({
    outcome: 'exists',
    problems: [{ text: 'Status differs from what is there.' }],
  })
  await here().finish(trustee, (await here().start(trustee, { kind, overwrite: 'true' }, file)).id)
  const [row] = await db().select().from(matters).where(eq(matters.name, 'Kept Trust'))
  expect(row).toMatchObject({ status: 'vested', notes: 'Kept', governingLaw: 'NSW' })
  const history = await app.call(trustee, 'GET', `/api/matters/${row?.id}/history`)
  expect(history.json().entries[0].told).toContain('Status from Open to Vested')
})

const trust = [
  head,
  'R/1,Harrow Family Trust,Family trust,,NSW,Open,tess@firm.example,,',
  'R/2,Estate of A Harrow,Estate,,VIC,,,,',
].join('\n')
const roles = [
  'Matter reference,Party,Kind,ACN,Email,Date of birth,Role,Nature,First day,Begun by instrument,Clause of the begin,Begun by,Last day,Clause of the end,Ended by,Note',
  'R/1,Aldo Harrow,Person,,aldo@harrow.example,4 July 1931,Appointor,,12/03/1984,,14.1,,3 May 2001,,Aldo Harrow,',
  'R/1,Harrow Nominees Pty Ltd,Company,010 499 966,,,Trustee,,12 March 1984,The deed,1.2,Aldo Harrow,,,,',
  'R/1,Grandchildren of Aldo,Class of people,,,,Beneficiary,Member of a class,,,,,,,,"=not a formula"',
  'R/2,Aldo Harrow,,,,,Testator,,,,,,,,,',
].join('\n')
const dates = [
  'Matter reference,Kind,What falls due,Day,Words of the deed,Clause,Repeats,Days of reminders,Who is reminded,Status,Reason,Document',
  'R/1,Review,Review of the trust,30 June 2031,,,Every year,"30, 7",tess@firm.example,Open,,',
  'R/1,Vesting,Vesting day,,On the death of the last of them,1.1,,,,,,The deed',
  'R/2,Lodgement,Notice to creditors,1 March 2026,,,,,,Done,Published,',
].join('\n')

test('parties and dates are imported with their instruments, each party once, and all that is exported can be imported again', async () => {
  const { preview, start, finish, exported } = here()
  await finish(trustee, (await start(trustee, { kind: 'matters' }, trust)).id)
  const [harrow] = await db().select().from(matters).where(eq(matters.reference, 'R/1'))
  const { id: documentId } = await upload(app, trustee, { title: 'The deed' })
  await app.call(trustee, 'POST', `/api/matters/${harrow?.id}/documents`, { documentIds: [documentId] })
  for (const [kind, file] of [
    ['parties', roles],
    ['dates', dates],
  ] as const) {
    const { rows } = await preview(trustee, { kind }, file)
    expect(
      rows.map(({ outcome, problems }) => [outcome, problems]),
      kind,
    ).toEqual(rows.map(() => ['insert', []]))
    const ended = await finish(trustee, (await start(trustee, { kind }, file)).id)
    expect(ended.done.insert).toBe(rows.length)
    // The same file again: everything is there.
    expect((await preview(trustee, { kind }, file)).counts.same, kind).toBe(rows.length)
  }
  const aldo = await db().select().from(parties).where(eq(parties.name, 'Aldo Harrow'))
  expect(aldo).toMatchObject([{ bornOn: '1931-07-04', email: 'aldo@harrow.example' }])
  const held = await db()
    .select()
    .from(matterRoles)
    .where(eq(matterRoles.matterId, harrow?.id ?? ''))
  expect(held.find(({ role }) => role === 'trustee')).toMatchObject({
    fromDocument: documentId,
    fromBy: aldo[0]?.id,
  })
  const settled = await db().select().from(dueDates).where(eq(dueDates.title, 'Notice to creditors'))
  expect(settled).toMatchObject([{ status: 'done', settledByName: 'Tess Trustee', reason: 'Published' }])

  const files = await Promise.all(['matters', 'parties', 'dates'].map((what) => exported(trustee, what)))
  const other = await startTestApp()
  try {
    const there = at(other)
    const keeper = await other.person('trustee', { name: 'Tess Trustee', email: 'tess@firm.example' })
    const done = async (kind: string, file: string) =>
      there.finish(keeper, (await there.start(keeper, { kind }, file)).id)
    const [first = '', ...rest] = files
    await done('matters', first)
    const [copy] = await other.services.database.db.select().from(matters).where(eq(matters.reference, 'R/1'))
    const { id } = await upload(other, keeper, { title: 'The deed' })
    await other.call(keeper, 'POST', `/api/matters/${copy?.id}/documents`, { documentIds: [id] })
    for (const [index, kind] of ['parties', 'dates'].entries()) {
      const ended = await done(kind, rest[index] ?? '')
      expect(ended.done, kind).toMatchObject({ wrong: 0, exists: 0 })
    }
    for (const [index, kind] of ['matters', 'parties', 'dates'].entries())
      expect(await there.exported(keeper, kind), kind).toBe(files[index])
  } finally {
    await other.stop()
  }
})

/** Sees a file with every mistake: each row says what is wrong with it and where, in the preview, and in the result of an import that leaves it out. */
async function seeWrong(kind: string, head: string, rows: [row: string, problem: string][]) {
  const [good = '', ...wrong] = rows.map(([row]) => row)
  // Blank lines, and line breaks within cells, move what follows.
  const file = [head, good, '', ...wrong].join('\n')
  const { rows: seen, counts } = await here().preview(trustee, { kind }, file)
  expect(counts).toEqual({ insert: 1, change: 0, same: 0, exists: 0, wrong: wrong.length })
  const told = seen.map(({ problems }) => problems.map(({ line, text }) => `${line}: ${text}`).join(' '))
  expect(told).toEqual(rows.map(([, problem]) => problem))
  const ended = await here().finish(trustee, (await here().start(trustee, { kind }, file)).id)
  expect(ended).toMatchObject({ rows: rows.length, done: { insert: 1, wrong: wrong.length }, failure: null })
  const { body } = await app.call(trustee, 'GET', `/api/matter-imports/${ended.id}/result`)
  for (const { line, problems } of seen.slice(1)) {
    expect(body).toContain(`\r\n${line},"Wrong, left out",`)
    for (const one of problems) expect(body.replaceAll('""', '"')).toContain(`Line ${one.line}: ${one.text}`)
  }
}

test('each wrong row of parties says what is wrong and in which line, and nothing of it is dropped in silence', async () => {
  const made = [
    head,
    'W/1,Wrong Trust,Family trust,,,,,,',
    'W/2,Twice,Estate,,,,,,',
    'W/3,Estate,Estate,,,,,,',
  ]
  await here().finish(trustee, (await here().start(trustee, { kind: 'matters' }, made.join('\n'))).id)
  await db().update(matters).set({ reference: 'W/2' }).where(eq(matters.reference, 'W/3'))
  const bare = { createdAt: new Date(), updatedAt: new Date() }
  await db()
    .insert(parties)
    .values([
      { ...bare, kind: 'person', name: 'Sam Same', bornOn: '1950-01-01' },
      { ...bare, kind: 'person', name: 'Sam Same', bornOn: '1960-01-01' },
      { ...bare, kind: 'company', name: 'Known Pty Ltd', acn: '000000019', email: 'known@firm.example' },
    ])
  const columns =
    'Matter reference,Party,Kind,ABN,ACN,Email,Date of birth,Role,Nature,First day,Begun by instrument,Begun by,Last day,Clause of the end,Note'
  await seeWrong('parties', columns, [
    ['W/1,Good Person,Person,,,,,Settlor,,12 March 1984,,,,,', ''],
    [',No Matter,,,,,,Trustee,,,,,,,', '4: The reference of the matter is missing.'],
    ['W/9,Lost,,,,,,Trustee,,,,,,,', '5: There is no matter with the reference “W/9”.'],
    ['W/2,Lost,,,,,,Executor,,,,,,,', '6: Several matters have the reference “W/2”.'],
    ['W/1,,,,,,,Trustee,,,,,,,', '7: The party is missing.'],
    ['W/1,Odd,Robot,,,,,Trustee,,,,,,,', '8: The kind is one of Person, Company, Class of people.'],
    [
      'W/1,Odd,,53 004 085 617,12,,,Trustee,,,,,,,',
      '9: This is not an ABN: its digits do not add up. Please check them. 9: Please enter an ACN of 9 digits, for example 004 085 616.',
    ],
    ['W/1,Odd,,,,nobody,,Trustee,,,,,,,', '10: The email address: Please enter a valid email address.'],
    [
      'W/1,Odd,,,,,31 February 1950,Trustee,,,,,,,',
      '11: The date of birth: 31 February 1950 does not exist.',
    ],
    ['W/1,Odd,,,,,,,,,,,,,', '12: The role is missing.'],
    ['W/1,Odd,,,,,,Beneficiary,,,,,,,', '13: Please say in “Nature” how a beneficiary benefits.'],
    ['W/1,Odd,,,,,,Trustee,Default,,,,,,', '14: Only a beneficiary has a nature.'],
    ['W/1,Odd,,,,,,Testator,,,,,,,', '15: A matter of this kind has no testator.'],
    ['W/1,Odd,,,,,,Trustee,,3 May 2019,,,2 May 2019,,', '16: The last day is before the first.'],
    ['W/1,Odd,,,,,,Trustee,,,,,,4.2,', '17: What ended the role is said, but not its last day.'],
    [
      'W/1,Odd,,,,,,Trustee,,,Lost deed,,,,',
      '18: The matter has no document with the title “Lost deed” that you see.',
    ],
    [
      'W/1,Sam Same,,,,,,Trustee,,,,,,,',
      '19: Several parties are called “Sam Same”. Please say which by ACN, ABN or date of birth, or merge them first.',
    ],
    [
      'W/1,Odd,,,,,,Trustee,,,,Sam Same,,,',
      '20: Several parties are called “Sam Same”. Please say which by ACN, ABN or date of birth, or merge them first.',
    ],
    [
      'W/1,Other Pty Ltd,Person,,000 000 019,,,Trustee,,,,,,,',
      '21: The ABN or ACN is that of “Known Pty Ltd”. If that is the same party, write this name. 21: “Known Pty Ltd” is recorded as another kind of party. Leave the cell blank, or correct it on the party’s page.',
    ],
    [
      'W/1,Known Pty Ltd,,,,other@firm.example,,Trustee,,,,,,,',
      '22: Email differs from what is recorded of “Known Pty Ltd”. Leave the cell blank, or correct it on the party’s page.',
    ],
    [`W/1,Odd,,,,,,Trustee,,,,,,,${'n'.repeat(10_000)}`, '23: The note has more than 2000 characters.'],
    [
      'W/1,"Odd\nPerson",,,,,,Pilot,,,,,,,',
      '25: The role is one of Trustee, Executor, Administrator, Director, Attorney, Appointor or principal, Guardian, Settlor, Testator, Beneficiary, Unit holder, Member, Witness, Solicitor, Accountant.',
    ],
  ])
})

test('each wrong row of dates says what is wrong and in which line, and nothing of it is dropped in silence', async () => {
  const made = [head, 'V/1,Dated Trust,Family trust,,,,,,']
  await here().finish(trustee, (await here().start(trustee, { kind: 'matters' }, made.join('\n'))).id)
  await app.person('requestor', { name: 'Rita Reader' })
  const columns =
    'Matter reference,Kind,What falls due,Day,Words of the deed,Document,Repeats,Days of reminders,Who is reminded,Status,Reason'
  await seeWrong('dates', columns, [
    ['V/1,Review,Yearly review,30 June 2031,,,Every year,30,tess@firm.example,,', ''],
    [',Review,Lost,30 June 2031,,,,,,,', '4: The reference of the matter is missing.'],
    ['V/9,Review,Lost,30 June 2031,,,,,,,', '5: There is no matter with the reference “V/9”.'],
    ['V/1,,Lost,30 June 2031,,,,,,,', '6: The kind is missing.'],
    [
      'V/1,Party,Lost,30 June 2031,,,,,,,',
      '7: The kind is one of Stamping, Lodgement, Review, Vesting, Expiry of a power, Meeting, Identity check, Distribution, Other.',
    ],
    ['V/1,Review,,30 June 2031,,,,,,,', '8: What falls due is missing.'],
    ['V/1,Review,Lost,,,,,,,,', '9: Please enter a day, or the words of the deed.'],
    ['V/1,Review,Lost,31 June 2031,,,,,,,', '10: The day: 31 June 2031 does not exist.'],
    [
      'V/1,Review,Lost,30 June 2031,,Lost deed,,,,,',
      '11: The matter has no document with the title “Lost deed” that you see.',
    ],
    [
      'V/1,Review,Lost,30 June 2031,,,Now and then,,,,',
      '12: How it repeats is one of Does not repeat, Every month, Every three months, Every year.',
    ],
    [
      'V/1,Review,Lost,30 June 2031,,,,soon,,,',
      '13: Reminders are at most 8 numbers of days before it, as “30, 7”.',
    ],
    [
      'V/1,Review,Lost,30 June 2031,,,,,"Rita Reader, Tess Trustee",,',
      '14: No person who keeps matters is called “Rita Reader”.',
    ],
    ['V/1,Review,Lost,30 June 2031,,,,,,Lost,', '15: The status is one of Open, Done, Not needed.'],
    ['V/1,Review,Lost,30 June 2031,,,,,,Not needed,', '16: Please say in “Reason” why it is not needed.'],
  ])
})

test('a row fills in what is not known of its party, though its role is there already', async () => {
  const kind = 'parties'
  const file =
    'Matter reference,Party,Role,First day,Email\nR/1,Harrow Nominees Pty Ltd,Trustee,12 March 1984,office@harrow.example'
  const ended = await here().finish(trustee, (await here().start(trustee, { kind }, file)).id)
  expect(ended.done).toMatchObject({ change: 1 })
  const [company] = await db().select().from(parties).where(eq(parties.name, 'Harrow Nominees Pty Ltd'))
  expect(company?.email).toBe('office@harrow.example')
  expect((await here().preview(trustee, { kind }, file)).rows).toMatchObject([
    { outcome: 'same', problems: [] },
  ])
})

test('a role is ended by an import that says so, and never recorded otherwise than it was', async () => {
  const file = (until: string, clause: string) =>
    `Matter reference,Party,Role,First day,Clause of the begin,Last day\nR/1,Harrow Nominees Pty Ltd,Trustee,12 March 1984,${clause},${until}`
  const kind = 'parties'
  const overwrite = 'true'
  const { rows } = await here().preview(trustee, { kind, overwrite }, file('', '9.9'))
  expect(rows).toMatchObject([
    { outcome: 'exists', problems: [{ text: expect.stringContaining('Correct it') }] },
  ])
  await here().finish(trustee, (await here().start(trustee, { kind, overwrite }, file('3 May 2019', ''))).id)
  const ended = await db().select().from(matterRoles).where(eq(matterRoles.untilDay, '2019-05-03'))
  expect(ended).toMatchObject([{ role: 'trustee', fromClause: '1.2' }])
})

test('only who keeps matters imports, and an import ends when they may not any more', async () => {
  const file = `${head}\nN/1,One,Estate,,,,,,`
  const unconfirmed = await app.person('trustee', { confirmedAt: null })
  for (const path of ['', '/preview'])
    expect(refusal(await here().send(unconfirmed, path, { kind: 'matters' }, file))).toEqual([
      403,
      'not-allowed',
    ])
  const leaving = await app.person('trustee')
  const { id } = await here().start(leaving, { kind: 'matters' }, file)
  await db().update(profiles).set({ deactivatedAt: new Date() }).where(eq(profiles.id, leaving.id))
  const ended = await here().finish(trustee, id)
  expect(ended).toMatchObject({
    failure: 'The person who began it may no longer keep matters.',
    done: { insert: 0 },
  })
  expect(await db().$count(matters, eq(matters.reference, 'N/1'))).toBe(0)
})
