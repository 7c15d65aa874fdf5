import { auditEvents } from '@deedbox/contract/audit-events.ts'
import { type LiveTopic, liveTopics } from '@deedbox/contract/live-topics.ts'
import { permissionsOf } from '@deedbox/contract/permissions.ts'
import { expect, test } from 'vitest'
import type { Actor } from '../../kernel/context/actor.ts'
import { type Facts, readNote } from './notes.ts'
import { keysOf, reachOf, topicsFor } from './reach.ts'
import { createRecent } from './recent.ts'
import { openStream } from './stream.ts'
import { administratorsOnly, personal } from './topics.ts'

const actor = (id: string, role: string, more: Partial<Actor> = {}): Actor => ({
  id,
  sessionId: `session of ${id}`,
  email: `${id}@example.com`,
  name: id,
  firstName: id,
  lastName: '',
  role,
  confirmed: true,
  organizationId: null,
  organizationName: null,
  organizationLeavingFrom: null,
  professionalType: null,
  accessExpiresAt: null,
  accessExpired: false,
  preferences: {},
  permissions: permissionsOf(role),
  session: {
    kind: 'web',
    scopes: null,
    provedAt: new Date(0),
    factorAt: null,
    factorKinds: [],
    factorGraceFrom: new Date(0),
  },
  ...more,
})

const people = {
  admin: actor('admin', 'admin'),
  trustee: actor('trustee', 'trustee'),
  owner: actor('owner', 'trustee', { confirmed: false }),
  unconfirmed: actor('unconfirmed', 'trustee', { confirmed: false }),
  reader: actor('reader', 'requestor'),
  other: actor('other', 'requestor'),
  guest: actor('guest', 'guest'),
  orgAdmin: actor('orgAdmin', 'b2b_admin', { organizationId: 'ours' }),
  foreignAdmin: actor('foreignAdmin', 'b2b_admin', { organizationId: 'theirs' }),
  homeless: actor('homeless', 'b2b_admin'),
}
type Name = keyof typeof people

const facts: Facts = {
  documents: new Map([['deed', { owner: 'owner', organization: 'ours', readers: ['reader@example.com'] }]]),
  organizations: new Map([['member@example.com', 'ours']]),
}

/** Returns who is told what. */
function told(payload: object): Partial<Record<Name, string>> {
  const reach = reachOf([readNote(JSON.stringify(payload))], facts)
  const all = Object.entries(people).map(([name, who]) => [name, topicsFor(reach, keysOf(who)).join(' ')])
  return Object.fromEntries(all.filter(([, topics]) => topics))
}

test('a change of a document reaches those who handle it, own it or read it, and nobody else', () => {
  const documents = 'documents'
  expect(told({ event: 'document_restored', actor: 'trustee', document: 'deed' })).toEqual({
    admin: documents,
    trustee: documents,
    owner: documents,
    reader: documents,
    orgAdmin: documents,
  })
  const shared = 'documents access'
  expect(told({ event: 'revoked', actor: 'owner', subject: 'guest@example.com', document: 'deed' })).toEqual({
    admin: shared,
    trustee: shared,
    owner: shared,
    reader: shared,
    guest: shared,
    orgAdmin: shared,
  })
})

test('a change of a person reaches them, administrators and the Org Admin of their organisation', () => {
  expect(told({ event: 'role_changed', actor: 'admin', subject: 'other@example.com' })).toEqual({
    admin: 'session people',
    other: 'session people',
  })
  expect(told({ event: 'access_expiry_set', actor: 'admin', subject: 'member@example.com' })).toEqual({
    admin: 'session people',
    orgAdmin: 'people',
  })
})

test('mails and the system concern administrators only, settings everybody', () => {
  expect(told({ event: 'mail_failed', subject: 'reader@example.com' })).toEqual({ admin: 'mails' })
  expect(told({ event: 'sweep_refused' })).toEqual({ admin: 'system' })
  for (const note of [{ event: 'sessions_ended' }, { event: 'organization_deactivated', actor: 'admin' }])
    expect(Object.keys(told(note))).toEqual(Object.keys(people))
})

test('what this version does not know may mean anything', () => {
  for (const payload of ['', '{', '[]', '{"event":5}', '{"event":"toString"}', '{"event":"from_tomorrow"}']) {
    const reach = reachOf([readNote(payload)], facts)
    expect(topicsFor(reach, keysOf(people.guest)), payload).toEqual(['all'])
  }
})

test('every event that changes something reaches an administrator, and readings reach nobody', () => {
  const names = Object.keys(auditEvents) as (keyof typeof auditEvents)[]
  for (const event of names) {
    const expected: readonly LiveTopic[] = auditEvents[event].changes.filter((topic) => !personal.has(topic))
    const got = told({ event, subject: 'nobody@example.com' })
    const admin = (got.admin ?? '').split(' ').filter((topic) => !personal.has(topic as LiveTopic))
    expect(admin.join(' '), event).toBe(liveTopics.filter((topic) => expected.includes(topic)).join(' '))
    const reader = (got.reader ?? '').split(' ') as LiveTopic[]
    expect(
      reader.filter((topic) => administratorsOnly.has(topic)),
      event,
    ).toEqual([])
  }
  expect(told({ event: 'document_viewed', actor: 'reader', document: 'deed' })).toEqual({})
})

test('what was announced lately is told again, and a gap is admitted', () => {
  let now = 1_000_000
  const recent = createRecent(() => now)
  const add = (event: string) => recent.add({ event })
  const since = (age: number) => recent.since(age)?.map(({ event }) => event)
  expect(since(0)).toBeUndefined()
  now += 10_000
  add('first')
  now += 10_000
  add('second')
  now += 1_000
  expect(since(0)).toEqual(['second'])
  expect(since(9_000)).toEqual(['first', 'second'])
  expect(since(60_000)).toBeUndefined()
  now += 150_000
  expect(since(0)).toEqual([])
  expect(since(149_500)).toBeUndefined()
  for (let n = 0; n < 5_000; n += 1) add('many')
  expect(since(0)).toBeUndefined()
  now += 5_000
  expect(since(0)).toEqual([])
  recent.forget()
  expect(since(0)).toBeUndefined()
})

test('a page that reads nothing is disconnected', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const caller = { token: 'x', device: null, ip: null, userAgent: null, requestId: null }
  const options = { maxBytes: 1_000, beatAt: 0, closed: resolve }
  const stream = openStream({ caller, actor: people.guest }, options)
  for (let n = 0; n < 100; n += 1) stream.send(['documents'])
  expect(await promise).toBe(stream)
  expect(stream.ended).toBe(true)
})
