import type { DateRule, Proposals } from '@deedbox/contract/date-rules.ts'
import { addDays, addMonths, dayOf } from '@deedbox/contract/dates.ts'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEvents } from '../../db/tables/audit.ts'
import { refusal, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { firstRules } from './first-rules.ts'
import { insertFirstRules } from './rules.ts'

let app: TestApp
let admin: Person
let trustee: Person
let today: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person('admin')
  trustee = await app.person('trustee')
  await insertFirstRules(app.services)
  today = await app.services.contexts.work(async ({ now, settings }) => dayOf(now, settings.timeZone))
})
afterAll(() => app.stop())

const rules = async (): Promise<DateRule[]> =>
  (await app.call(trustee, 'GET', '/api/date-rules')).json().rules
const change = (as: Person, { id, can: _, ...rule }: DateRule, changes: object) =>
  app.call(as, 'PUT', `/api/date-rules/${id}`, { ...rule, ...changes })
const proposed = async (query: string): Promise<Proposals> => {
  const answer = await app.call(trustee, 'GET', `/api/due-dates/proposals?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const told = ({ proposals }: Proposals) => proposals.map(({ rule, dueOn }) => [rule.act, dueOn])

test('a deployment begins with rules that say where they were read; what an administrator made of one stays', async () => {
  expect(await rules()).toHaveLength(firstRules.length)
  for (const { certainty, readOn, act } of await rules())
    if (certainty === 'verified') expect([readOn, act]).toEqual([expect.any(String), expect.any(String)])
  const [rule] = await rules()
  if (!rule) throw new Error('No rule')
  expect((await change(trustee, rule, { days: 5 })).statusCode).toBe(403)
  expect((await change(admin, rule, { title: 'Ours' })).json().rule.title).toBe('Ours')
  expect(refusal(await change(admin, rule, { title: 'Theirs' }))).toEqual([409, 'date-rule-changed'])
  const unread = { ...rule, certainty: 'verified' as const, readOn: null }
  expect((await change(admin, unread, {})).json().error.fields).toEqual({
    readOn: 'Please enter the day on which it was read',
  })
  await insertFirstRules(app.services)
  expect((await rules()).map(({ title }) => title)).toContain('Ours')
  expect(await rules()).toHaveLength(firstRules.length)
  const { db } = app.services.database
  const [event] = await db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.event, 'date_rule_changed'), eq(auditEvents.actorId, admin.id)))
  expect(event?.details).toMatchObject({ changes: [{ field: 'What falls due', to: 'Ours' }] })
})

test('a rule proposes a date for a deed once its place is known; confirmed, it is proposed no more', async () => {
  const executedOn = addDays(today, -10)
  const given = { kind: 'trust_deed', executedOn }
  const { id } = await upload(app, trustee, given)
  expect(await proposed(`document=${id}`)).toMatchObject({ proposals: [], asks: [{ id }] })
  const one = { id, updatedAt: null as string | null }
  const correct = async (changes: object) => {
    const corrected = { documents: [one], changes }
    expect((await app.call(trustee, 'POST', '/api/documents/correct', corrected)).statusCode).toBe(200)
  }
  await correct({ executedIn: 'NSW' })
  expect((await proposed(`document=${id}`)).asks).toMatchObject([{ id }])
  one.updatedAt = (await app.call(trustee, 'GET', `/api/documents/${id}`)).json().document.updatedAt
  await correct({ signedHow: 'electronic' })
  const found = await proposed(`document=${id}`)
  const dueOn = addMonths(executedOn, 3)
  expect([told(found), found.asks]).toEqual([[['Duties Act 1997 (NSW) s 58', dueOn]], []])
  const ruleId = found.proposals[0]?.rule.id
  const body = { kind: 'stamping', title: 'Stamp it', dueOn, documentId: id, ruleId }
  const unknown = { ...body, ruleId: crypto.randomUUID() }
  expect(refusal(await app.call(trustee, 'POST', '/api/due-dates', unknown))).toEqual([
    404,
    'date-rule-not-found',
  ])
  expect((await app.call(trustee, 'POST', '/api/due-dates', body)).statusCode).toBe(201)
  expect(told(await proposed(`document=${id}`))).toEqual([])
})

test('a matter has what is proposed for its documents and its kind, and only of documents that the reader sees', async () => {
  const trust = { name: 'Dale Family Trust', kind: 'family_trust' }
  const { matter } = (await app.call(trustee, 'POST', '/api/matters', trust)).json()
  const deed = await upload(app, trustee, { kind: 'trust_deed', executedOn: today, executedIn: 'VIC' })
  const documentIds = [deed.id]
  await app.call(trustee, 'POST', `/api/matters/${matter.id}/documents`, { documentIds })
  const { proposals } = await proposed(`matter=${matter.id}`)
  expect(proposals.map(({ rule, document }) => [rule.kind, document?.id ?? null])).toEqual(
    expect.arrayContaining([
      ['stamping', deed.id],
      ['distribution', null],
    ]),
  )
  const newcomer = await app.person('trustee', { confirmedAt: null })
  for (const query of [`matter=${matter.id}`, `document=${deed.id}`])
    expect((await app.call(newcomer, 'GET', `/api/due-dates/proposals?${query}`)).statusCode).toBe(404)
})
