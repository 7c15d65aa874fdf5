import { randomBytes, randomUUID } from 'node:crypto'
import type { Document, DocumentRow } from '@deedbox/contract/documents.ts'
import { dayMs } from '@deedbox/contract/durations.ts'
import { eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentVersions } from '../../db/tables/document-versions.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { pdfOf, refusal, rowOf, trail, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { begun, patch } from '../uploads/client.testing.ts'

let app: TestApp
const people = {} as Record<
  'admin' | 'trustee' | 'newcomer' | 'b2b_admin' | 'requestor' | 'guest' | 'other',
  Person
>
const organizationId = randomUUID()
beforeAll(async () => {
  app = await startTestApp()
  await app.services.database.query(
    `insert into organizations (id, name, created_at) values ($1, 'Lowe', now())`,
    [organizationId],
  )
  people.admin = await app.person('admin')
  people.trustee = await app.person('trustee', { name: 'Tess Trustee' })
  people.newcomer = await app.person('trustee', { confirmedAt: null })
  people.b2b_admin = await app.person('b2b_admin', { organizationId })
  people.requestor = await app.person('requestor')
  people.guest = await app.person('guest')
  people.other = await app.person('guest')
  await app.services.jobs.runDue()
})
afterAll(() => app.stop())

const add = (as: Person, documentId: string, versionOf: string) =>
  app.call(as, 'POST', '/api/document-versions', { documentId, versionOf })
const apart = (as: Person, id: string) => app.call(as, 'DELETE', `/api/document-versions/${id}`)
const page = async (as: Person, { id }: { id: string }): Promise<Document> =>
  (await app.call(as, 'GET', `/api/documents/${id}`)).json().document
const share = (document: { id: string }, { email }: Person) =>
  app.call(people.trustee, 'POST', `/api/documents/${document.id}/access`, { email })
const list = async (as: Person, asked: Record<string, string>) => {
  const answer = await app.call(as, 'GET', `/api/documents?${new URLSearchParams(asked)}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json() as { documents: DocumentRow[]; total: number; nextCursor: string | null }
}
const titles = async (as: Person, asked: Record<string, string>) =>
  (await list(as, asked)).documents.map(({ title }) => title)
const hash = () => randomBytes(32).toString('hex')

test('a signed copy after a draft: lists show the newest that each reader sees, and who has the draft keeps it', async () => {
  const { trustee, guest } = people
  const draft = await upload(app, trustee, { title: 'Wren will, draft' }, Buffer.from('Draft'))
  await share(draft, guest)
  const query = { title: 'Wren will', versionOf: draft.id, executedOn: '2026-03-04' }
  const signed = await upload(app, trustee, query, Buffer.from('Signed'))
  expect(await titles(trustee, { search: 'wren' })).toEqual(['Wren will'])
  const both = await list(trustee, { search: 'wren', versions: 'earlier' })
  expect(both.documents.map(({ title, earlier }) => [title, earlier])).toEqual([
    ['Wren will', false],
    ['Wren will, draft', true],
  ])
  expect(both.total).toBe(2)
  // Readers of the draft only learn of nothing more.
  for (const asked of [{ search: 'wren' }, { search: 'wren', versions: 'earlier' }]) {
    const { documents: rows, total } = await list(guest, asked)
    expect(rows.map(({ title, earlier }) => [title, earlier])).toEqual([['Wren will, draft', false]])
    expect(total).toBe(1)
  }
  expect(await page(guest, draft)).toMatchObject({ earlier: false, versions: [] })
  expect(refusal(await app.call(guest, 'GET', `/api/documents/${signed.id}`))).toEqual([
    404,
    'document-not-found',
  ])
  const shown = await page(trustee, signed)
  expect(shown).toMatchObject({
    earlier: false,
    earlierReaders: [{ email: guest.email }],
    versions: [
      { id: draft.id, sha256: draft.sha256, executedOn: null, addedBy: 'Tess Trustee' },
      { id: signed.id, sha256: signed.sha256, executedOn: '2026-03-04', addedBy: 'Tess Trustee' },
    ],
  })
  expect(await page(trustee, draft)).toMatchObject({ earlier: true, earlierReaders: [] })
  await share(signed, guest)
  expect(await titles(guest, { search: 'wren' })).toEqual(['Wren will'])
  expect(await page(guest, draft)).toMatchObject({ earlier: true })
  expect((await page(guest, draft)).versions).toHaveLength(2)
  expect((await page(trustee, signed)).earlierReaders).toEqual([])
})

test('both hashes stand in the histories and the sealed trail, and the words of them tell it', async () => {
  const { trustee } = people
  const draft = await upload(app, trustee, { title: 'Lark deed' }, Buffer.from('One'))
  const signed = await upload(app, trustee, { title: 'Lark deed', versionOf: draft.id }, Buffer.from('Two'))
  const ofSigned = (await trail(app, signed.id)).at(-1)
  expect(ofSigned).toMatchObject({
    event: 'document_version_added',
    details: { side: 'later', otherId: draft.id, sha256: signed.sha256, otherSha256: draft.sha256 },
  })
  expect((await trail(app, draft.id)).at(-1)).toMatchObject({
    event: 'document_version_added',
    details: { side: 'earlier', otherId: signed.id, sha256: draft.sha256, otherSha256: signed.sha256 },
  })
  const { entries } = (await app.call(trustee, 'GET', `/api/documents/${signed.id}/history`)).json()
  expect(entries[0].notes).toContain(draft.sha256)
  expect(entries[0].notes).toContain(signed.sha256)
  // The event waits for its leaf in the log, or has it.
  const { rows } = await app.services.database.query(
    'select event_id from log_waiting where event_id = $1 union all select event_id from log_leaves where event_id = $1',
    [ofSigned?.id],
  )
  expect(rows).toHaveLength(1)
})

test('a resumable upload, also by another trustee, becomes a version of the same owner and matter', async () => {
  const { trustee, admin, other } = people
  const colleague = await app.person('trustee', { name: 'Colin Colleague' })
  const made = await app.call(trustee, 'POST', '/api/matters', { kind: 'estate', name: 'Estate of Teal' })
  const { matter } = made.json()
  const draft = await upload(
    app,
    trustee,
    { title: 'Teal', kind: 'will', matterId: matter.id },
    Buffer.from('a'),
  )
  const shared = {
    ...{ recipients: [{ email: other.email }], later: true, accessLevel: 'view' },
    expiresOn: new Date(Date.now() + 20 * dayMs).toISOString().slice(0, 10),
  }
  const given = await app.call(trustee, 'POST', `/api/matters/${matter.id}/shares`, shared)
  expect(given.statusCode, given.body).toBe(200)
  const content = Buffer.from('b')
  const url = await begun(app, colleague, content.length, {
    ...{ title: 'Teal', kind: 'will', versionOf: draft.id },
  })
  const answer = await patch(app, colleague, url, 0, content)
  expect(answer.statusCode, answer.body).toBe(204)
  const id = String(answer.headers['deedbox-document'])
  expect(await page(admin, { id })).toMatchObject({
    ownerId: trustee.id,
    matter: { id: matter.id },
    versions: [{ id: draft.id }, { id, addedBy: 'Colin Colleague' }],
  })
  const counted = (await app.call(admin, 'GET', `/api/matters/${matter.id}`)).json().matter.documents
  expect(counted).toMatchObject({ total: 1 })
  const { papers } = (await app.call(admin, 'GET', `/api/matters/${matter.id}/chain`)).json()
  expect(papers.map((paper: { id: string }) => paper.id)).toEqual([id])
  // The share of the matter gives later documents, so it gives the new version.
  expect((await page(other, { id })).versions).toHaveLength(2)
  // Versions come and go together.
  await app.call(trustee, 'POST', `/api/matters/${matter.id}/documents/remove`, { documentIds: [id] })
  expect(await page(admin, draft)).toMatchObject({ matter: null })
})

test('versions are made of existing documents and taken apart, and what does not fit is refused in words', async () => {
  const { trustee, requestor, guest, newcomer } = people
  const [one, two, three] = await Promise.all(
    ['a', 'b', 'c'].map((text) => upload(app, trustee, { title: `Swift ${text}` }, Buffer.from(text))),
  )
  if (!one || !two || !three) throw new Error('No documents')
  expect((await add(trustee, two.id, one.id)).statusCode).toBe(200)
  expect((await add(trustee, three.id, one.id)).statusCode).toBe(200)
  expect((await page(trustee, one)).versions?.map(({ id }) => id)).toEqual([one.id, two.id, three.id])
  expect(refusal(await add(trustee, one.id, one.id))).toEqual([400, 'link-self'])
  expect(refusal(await add(trustee, one.id, three.id))).toEqual([409, 'version-exists'])
  expect(refusal(await add(trustee, randomUUID(), one.id))).toEqual([404, 'document-not-found'])
  const theirs = await upload(app, requestor, { title: 'Mine' })
  expect(refusal(await add(trustee, theirs.id, one.id))).toEqual([409, 'version-apart'])
  expect(refusal(await add(guest, two.id, one.id))).toEqual([403, 'not-allowed'])
  expect(refusal(await add(newcomer, two.id, one.id))).toEqual([404, 'document-not-found'])
  expect(refusal(await apart(newcomer, two.id))).toEqual([404, 'document-not-found'])
  await share(one, requestor)
  expect(refusal(await add(requestor, theirs.id, one.id))).toEqual([403, 'not-allowed'])
  expect((await apart(trustee, two.id)).statusCode).toBe(200)
  expect((await page(trustee, one)).versions?.map(({ id }) => id)).toEqual([one.id, three.id])
  expect(await page(trustee, two)).toMatchObject({ versions: [], earlier: false })
  expect(refusal(await apart(trustee, two.id))).toEqual([404, 'version-not-found'])
  expect((await apart(trustee, three.id)).statusCode).toBe(200)
  expect(await titles(trustee, { search: 'swift', sort: 'title', direction: 'asc' })).toEqual(
    ['a', 'b', 'c'].map((text) => `Swift ${text}`),
  )
  expect(
    await app.services.database.db.$count(documentVersions, eq(documentVersions.documentId, one.id)),
  ).toBe(0)
})

test('a deleted version leaves the others in a line, and comes back to its place', async () => {
  const { trustee } = people
  const first = await upload(app, trustee, { title: 'Finch 1' }, Buffer.from('1'))
  const second = await upload(app, trustee, { title: 'Finch 2', versionOf: first.id }, Buffer.from('2'))
  const third = await upload(app, trustee, { title: 'Finch 3', versionOf: second.id }, Buffer.from('3'))
  const remove = (...those: Document[]) =>
    app.call(trustee, 'POST', '/api/documents/delete', { documentIds: those.map(({ id }) => id) })
  const restore = (...those: Document[]) =>
    app.call(trustee, 'POST', '/api/documents/restore', { documentIds: those.map(({ id }) => id) })
  await remove(second)
  expect((await page(trustee, third)).versions?.map(({ title }) => title)).toEqual(['Finch 1', 'Finch 3'])
  await remove(third)
  expect(await titles(trustee, { search: 'finch' })).toEqual(['Finch 1'])
  expect(await page(trustee, first)).toMatchObject({ earlier: false, versions: [] })
  await restore(second)
  expect(await titles(trustee, { search: 'finch' })).toEqual(['Finch 2'])
  await restore(third)
  await Promise.all([remove(second), remove(third)])
  expect(await titles(trustee, { search: 'finch' })).toEqual(['Finch 1'])
  await restore(second, third)
  expect((await page(trustee, first)).versions?.map(({ title }) => title)).toEqual([
    'Finch 1',
    'Finch 2',
    'Finch 3',
  ])
})

test('a copy of an earlier version is superseded, and has no versions itself', async () => {
  const { trustee } = people
  const draft = await upload(app, trustee, { title: 'Heron', fileName: 'a.pdf' }, await pdfOf('Draft'))
  const { documentId } = (
    await app.call(trustee, 'POST', `/api/documents/${draft.id}/copies/verified`, {})
  ).json()
  const state = async () =>
    (await app.call(trustee, 'GET', `/api/documents/${draft.id}/copies`)).json().copies[0].state
  expect(await state()).toBe('genuine')
  const signed = await upload(app, trustee, { title: 'Heron', versionOf: draft.id })
  expect(await state()).toBe('superseded')
  expect(refusal(await add(trustee, documentId, draft.id))).toEqual([409, 'version-of-copy'])
  await apart(trustee, signed.id)
  expect(await state()).toBe('genuine')
})

/** World of a run: what exists, read without the column that lists go by. */
async function stored(ids: string[]) {
  const { db } = app.services.database
  const rows = await db.select().from(documents).where(inArray(documents.id, ids))
  const versions = await db.select().from(documentVersions).where(inArray(documentVersions.documentId, ids))
  const grants = await db.select().from(documentAccess).where(inArray(documentAccess.documentId, ids))
  const versionOf = new Map(versions.map((version) => [version.documentId, version]))
  const seenBy = (who: Person, role: keyof typeof people) =>
    rows.filter(({ id, deletedAt, ownerId, organizationId: firm }) => {
      if (deletedAt) return false
      if (role === 'admin' || role === 'trustee') return true
      const granted = grants.some(
        (grant) => grant.documentId === id && grant.userEmail === who.email && grant.status === 'active',
      )
      if (role === 'newcomer') return ownerId === who.id
      if (role === 'b2b_admin') return granted || ownerId === who.id || firm === organizationId
      return granted || (role === 'requestor' && ownerId === who.id)
    })
  const isNewest = (seen: { id: string }[], id: string) => {
    const own = versionOf.get(id)
    return !seen.some((other) => {
      const version = versionOf.get(other.id)
      return own && version?.chainId === own.chainId && version.number > own.number
    })
  }
  return { rows, seenBy, isNewest }
}

async function allPages(who: Person, asked: Record<string, string>) {
  const found: DocumentRow[] = []
  let cursor: string | null = ''
  let size: number | undefined
  while (cursor !== null) {
    const answer = await list(who, { ...asked, limit: '3', ...(cursor && { cursor }) })
    size ??= answer.total
    found.push(...answer.documents)
    cursor = answer.nextCursor
  }
  expect(size).toBe(found.length)
  return found
}

test('any chains, grants and deletions: each reader sees the newest of each chain that is theirs to see, and nothing tells of others', async () => {
  const { db } = app.services.database
  const { admin, trustee } = people
  const roles = ['trustee', 'newcomer', 'b2b_admin', 'requestor', 'guest'] as const
  // Few documents and many additions and grants: chains of three, of which a guest has two, must come up often.
  const at = fc.nat({ max: 4 })
  const act = fc.oneof(
    { arbitrary: fc.record({ act: fc.constant('add' as const), one: at, other: at }), weight: 3 },
    {
      arbitrary: fc.record({ act: fc.constant('share' as const), one: at, to: fc.constantFrom(...roles) }),
      weight: 3,
    },
    {
      arbitrary: fc.record({
        act: fc.constantFrom('apart' as const, 'delete' as const, 'restore' as const, 'end' as const),
        one: at,
      }),
      weight: 2,
    },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('trustee' as const, 'newcomer' as const, 'requestor' as const),
      fc.boolean(),
      fc.array(act, { minLength: 8, maxLength: 24 }),
      async (owner, firm, acts) => {
        const mark = `kite${randomBytes(6).toString('hex')}`
        const values = Array.from({ length: 5 }, (_, n) =>
          rowOf(people[owner], {
            title: `${mark} ${n}`,
            sha256: hash(),
            createdAt: new Date(Date.now() - (n % 4) * 60_000),
            status: n % 4 === 3 ? 'archived' : 'active',
            organizationId: firm ? organizationId : null,
          }),
        )
        await db.insert(documents).values(values)
        const ids = values.map(({ id }) => id)
        const id = (n: number) => ids[n] ?? ''
        for (const one of acts) {
          const answer = await (one.act === 'add'
            ? add(admin, id(one.one), id(one.other))
            : one.act === 'apart'
              ? apart(admin, id(one.one))
              : one.act === 'delete'
                ? app.call(admin, 'POST', '/api/documents/delete', { documentIds: [id(one.one)] })
                : one.act === 'restore'
                  ? app.call(admin, 'POST', '/api/documents/restore', { documentIds: [id(one.one)] })
                  : one.act === 'share'
                    ? app.call(admin, 'POST', `/api/documents/${id(one.one)}/access`, {
                        email: people[one.to].email,
                      })
                    : app.call(admin, 'GET', `/api/documents/${id(one.one)}`))
          expect(answer.statusCode, answer.body).toBeLessThan(500)
          if (one.act === 'end')
            await db
              .update(documentAccess)
              .set({ status: 'revoked' })
              .where(eq(documentAccess.documentId, id(one.one)))
        }
        const world = await stored(ids)
        for (const { id, superseded, deletedAt } of world.rows) {
          const current = world.rows.filter((row) => row.deletedAt === null)
          if (!deletedAt) expect(superseded).toBe(!world.isNewest(current, id))
        }
        for (const role of roles) {
          const who = people[role]
          const seen = world.seenBy(who, role)
          const newest = seen.filter((row) => world.isNewest(seen, row.id))
          const asked = { search: mark, status: 'with-archived' }
          const shown = await allPages(who, asked)
          expect(shown.map((row) => row.id).sort()).toEqual(newest.map((row) => row.id).sort())
          const all = await allPages(who, { ...asked, versions: 'earlier' })
          expect(all.map((row) => [row.id, row.earlier]).sort()).toEqual(
            seen.map((row) => [row.id, !newest.includes(row)]).sort(),
          )
          const hidden = world.rows.filter((row) => !seen.includes(row))
          const pages = await Promise.all(seen.map((row) => app.call(who, 'GET', `/api/documents/${row.id}`)))
          for (const answer of pages) {
            expect(answer.statusCode).toBe(200)
            for (const { id, sha256 } of hidden) {
              expect(answer.body).not.toContain(id)
              expect(answer.body).not.toContain(sha256)
            }
          }
        }
        // The figure of everything and its list agree by the tallies.
        const whole = await list(trustee, {})
        const { rows } = await app.services.database.query<{ n: number }>(
          `select count(*)::int as n from documents where deleted_at is null and status <> 'archived' and not superseded`,
        )
        expect(whole.total).toBe(rows[0]?.n)
        const dashboard = (await app.call(trustee, 'GET', '/api/dashboard')).json()
        expect(dashboard.documents).toBe(whole.total)
      },
    ),
    { numRuns: 25 },
  )
})
