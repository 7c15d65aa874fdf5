import { readdirSync } from 'node:fs'
import { dayMs } from '@deedbox/contract/durations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MailDefinition } from '../kernel/mail/define.ts'
import { mails } from '../mails.ts'
import { upload } from '../sharing/grants/sample.testing.ts'
import { tellDue } from '../sharing/notices/notices.ts'
import { type Person, startTestApp, type TestApp } from '../testing/app.ts'
import { type Named, namedPerson, nominating } from './nominations/sample.testing.ts'

/* No mail of this floor changes anything by being opened: a robot follows every link and submits every form of each, as its recipient. */

let app: TestApp
let do_: ReturnType<typeof nominating>
beforeAll(async () => {
  app = await startTestApp()
  do_ = nominating(app)
})
afterAll(() => app.stop())

/** Kinds of mail of this floor, by their files: a new one must be sent below, or this fails. */
const kinds = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.mail.tsx'))
  .map((file) => file.split('/').at(-1)?.replace('.mail.tsx', '').replaceAll('-', '_') ?? '')

const tables = [
  'nominations',
  'nominees',
  'releases',
  'askings',
  'released_documents',
  'asking_evidence',
  'inspection_evidence',
  'inspections',
]

/** Everything of this floor, and what was released, as text. */
async function state(): Promise<string> {
  const all: unknown[] = []
  for (const table of tables)
    all.push((await app.services.database.query(`select * from ${table} order by 1, 2`)).rows)
  all.push((await app.services.database.query('select count(*) from document_access')).rows)
  return JSON.stringify(all)
}

/** Asks to inspect a will, and refuses one of two. */
async function inspect(trustee: Named): Promise<void> {
  await app.services.jobs.runDue()
  for (const deceased of ['Ada Quill', 'Bea Quill']) {
    const { started, grounds } = (await app.call(null, 'GET', '/api/inspections/form')).json()
    app.shift(4_000)
    const body = { name: 'Nora', email: 'nora@example.com', deceased, message: 'I am her daughter', started }
    const asked = await app.call(null, 'POST', '/api/inspections', { ...body, groundId: grounds[0].id })
    expect(asked.statusCode, asked.body).toBe(200)
  }
  const { inspections } = (await app.call(trustee, 'GET', '/api/inspections')).json()
  await do_.post(trustee, `inspections/${inspections[0].id}/refuse`, { refusal: 'evidence' })
}

async function send(): Promise<Map<string, Person>> {
  const trustee = await namedPerson(app, 'trustee', 'Tom Trustee')
  const owner = await namedPerson(app, 'requestor', 'Quinn Quill')
  const [nora, ned] = [
    await namedPerson(app, 'requestor', 'Nora'),
    await namedPerson(app, 'requestor', 'Ned'),
  ]
  const { id: documentId } = await upload(app, owner, { title: 'Will of Quinn' })
  const named = await do_.name(owner, { documentId }, [nora, ned])
  const [a = '', b = ''] = named.nominees.map(({ id }) => id)
  await do_.act(nora, a, 'accept')
  await do_.act(ned, b, 'accept')
  await do_.ask(nora, a)
  app.shift(dayMs)
  await tellDue(app.services, mails.release_waiting)
  await do_.post(owner, `nominations/${named.id}/stop`, { reason: 'I am well' })
  app.shift(370 * dayMs)
  await tellDue(app.services, mails.nominee_confirm)
  const asked = await do_.ask(ned, b)
  expect(asked.statusCode, asked.body).toBe(200)
  app.shift(10 * dayMs + 1_000)
  await tellDue(app.services, mails.release_begun)
  await inspect(trustee)
  // One asking waits for an answer when the robot comes.
  await do_.ask(nora, a)
  const other = await do_.name(owner, { documentId }, [nora])
  expect(other.nominees).toHaveLength(1)
  return new Map([trustee, owner, nora, ned].map((one) => [one.email, one]))
}

test('a robot that follows every link and submits every form of every mail changes nothing', async () => {
  const people = await send()
  const { rows } = await app.services.database.query<{ kind: string; to: string; data: object }>(
    `select kind, recipient as "to", data from mail_messages where kind = any($1)`,
    [kinds],
  )
  expect([...new Set(rows.map(({ kind }) => kind))].sort()).toEqual([...kinds].sort())
  const before = await state()
  let followed = 0
  for (const { kind, to, data } of rows) {
    const mail = mails[kind as keyof typeof mails] as unknown as MailDefinition
    const { html, text } = await app.services.mail.preview(mail, data as never)
    expect(html).not.toMatch(/<form|<script|<iframe/i)
    const links = [...new Set(`${html} ${text}`.match(/https?:\/\/[^\s"'<>)]+/g) ?? [])]
    for (const link of links) {
      const { pathname, search } = new URL(link)
      for (const as of [people.get(to) ?? null, null]) {
        const answer = await app.call(as, 'GET', pathname + search)
        for (const [, action = ''] of answer.body.matchAll(/<form[^>]*action="([^"]*)"/g))
          await app.call(as, 'POST', action, {})
        // A robot that sends forms sends them to the same address too.
        await app.call(as, 'POST', pathname + search, {})
        followed++
      }
    }
  }
  expect(followed).toBeGreaterThan(10)
  expect(await state()).toBe(before)
})
