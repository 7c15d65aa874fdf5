import type { accessFilters } from '@deedbox/contract/access-filters.ts'
import type { documentFilters } from '@deedbox/contract/document-filters.ts'
import { documentSorts } from '@deedbox/contract/document-terms.ts'
import { dayMs } from '@deedbox/contract/durations.ts'
import { typesOf } from '@deedbox/contract/file-types.ts'
import { setFilters } from '@deedbox/contract/filters.ts'
import { accessSorts } from '@deedbox/contract/sorts.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { totalOf } from '../../db/total.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

/*
 * Lists of documents and of grants against a plain statement: any filters, orders, sizes of pages and roles. There are more rows than
 * totals are counted to, so that both ways to a page are taken.
 */

let app: TestApp
const people = {} as Record<'admin' | 'trustee' | 'newcomer' | 'b2b_admin' | 'requestor' | 'guest', Person>
const organizationId = crypto.randomUUID()
const start = Date.now() - 40 * dayMs

beforeAll(async () => {
  app = await startTestApp()
  const { database } = app.services
  await database.query(`insert into organizations (id, name, created_at) values ($1, 'Lowe', now())`, [
    organizationId,
  ])
  for (const role of ['admin', 'trustee', 'b2b_admin', 'requestor', 'guest'] as const)
    people[role] = await app.person(role, role === 'b2b_admin' ? { organizationId } : {})
  people.newcomer = await app.person('trustee', { confirmedAt: null })
  const { trustee, newcomer, requestor, guest, b2b_admin } = people
  await database.query(
    `insert into documents (title, created_at, expiry_date, file_name, file_path, file_size, file_type, sha256, owner_id, owner_name,
       owner_email, organization_id, client_name, master_key_id, type, status, deleted_at, kept_until, kind)
     select case n % 3 when 0 then 'Birch ' else 'cedar ' end || h % 90, $1::timestamptz - n / 2 * interval '1 minute',
       case n % 4 when 0 then '2030-01-01'::date + h % 90 end, 'a_' || n || '%.pdf', 'any/' || n, h % 500,
       (array['application/pdf', 'application/pdf', 'text/plain', 'image/png'])[1 + n % 4], '',
       ($2::uuid[])[1 + (n % 50 = 0)::int + (n % 7 = 3)::int], 'Tess', 'tess@mail.example', case when h % 3 = 0 then $3::uuid end,
       case n % 5 when 0 then null when 1 then 'Pérpetual' else 'Quill ' || h % 9 end, '',
       case n % 6 when 0 then 'other' else 'trust_deed' end, case n % 11 when 0 then 'archived' when 1 then 'pending' else 'active' end,
       case when n % 40 = 7 then now() end, now() + interval '9 days',
       case when n % 6 = 0 then (array['will', 'minutes'])[1 + h % 2] when h % 4 > 0 then (array['trust_deed', 'variation'])[1 + h % 2] end
     from generate_series(1, 1500) n, lateral (select hashint4(n) & 65535 as h) spread`,
    [new Date(start).toISOString(), `{${[trustee.id, newcomer.id, requestor.id].join()}}`, organizationId],
  )
  await database.query(
    `insert into document_access (document_id, user_email, user_name, granted_by, granted_by_name, granted_at, access_level, expires_at,
       auto_revoke_date, status)
     select id, email, 'Reader ' || k, $1, case k when 0 then 'Tess' else 'tom' end, $2::timestamptz - (h % 600) * interval '1 day',
       case h % 4 when 0 then 'view' else 'download' end, case when h % 3 > 0 then now() + (h % 90 - 9) * interval '1 day' end,
       now() + (h % 70 - 5) * interval '1 day',
       case when deleted_at is not null then 'revoked' else (array['active', 'active', 'expired', 'revoked'])[1 + h % 4] end
     from documents, unnest($3::text[]) with ordinality as given (email, k), lateral (select hashtext(file_name || email) & 65535 as h) spread
     where h % 5 < 3`,
    [
      trustee.id,
      new Date(start).toISOString(),
      `{${[requestor, guest, b2b_admin].map(({ email }) => email)}}`,
    ],
  )
  await database.exec('analyze documents; analyze document_access; analyze recipients')
})
afterAll(() => app.stop())

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
const holds = (column: string, text: string) =>
  text
    .split(' ')
    .map((word) => `position(${quoted(word)} in ${column}) > 0`)
    .join(' and ')
const day = ['2030-01-10', '2030-02-15', '2030-03-20']

/** Some values of each filter. One without any does not compile. */
const values: Record<keyof typeof documentFilters, readonly string[]> = {
  search: ['birch', 'e', 'quill cedar', 'a_1 7%', 'zz'],
  documentKind: ['will', 'variation', 'codicil', 'all'],
  documentType: ['trust_deed', 'other', 'all'],
  status: ['all', 'with-archived', 'active', 'archived', 'pending'],
  // No document here has versions: versions.test.ts has them.
  versions: ['earlier'],
  fileType: ['pdf', 'text', 'picture', 'mail'],
  userEmail: ['@', 'guest', 'nobody'],
  accessStatus: ['active', 'expired', 'revoked'],
  expiryDateFrom: day,
  expiryDateTo: day,
}
const live = `(a.status = 'active' and coalesce(a.expires_at, 'infinity') > now() and a.auto_revoke_date > now())`
const over = (as: 'expired' | 'revoked') =>
  `(a.status = '${as}' or (a.status = 'active' and not ${live} and (a.auto_revoke_date < coalesce(a.expires_at, 'infinity')) = ${as === 'revoked'}))`
const grantIs = (status: string) => (status === 'active' ? live : over(status as 'expired'))

type Asked = Partial<Record<string, string>>
/** The filter of documents, by the specification's words. */
function plainFilter({ userEmail, accessStatus, ...asked }: Asked, email: string | undefined): string[] {
  const set = (name: string) => (asked[name] === 'all' ? undefined : asked[name])
  const [search, type, fileKind] = [asked.search, set('documentType'), set('fileType')]
  const grant = [
    userEmail && holds('a.user_email', userEmail),
    accessStatus && grantIs(accessStatus),
    email && `a.user_email = ${quoted(email)}`,
  ].filter(Boolean)
  return [
    search && holds('d.search_text', search),
    type && `d.type = ${quoted(type)}`,
    set('documentKind') && `d.kind = ${quoted(String(asked.documentKind))}`,
    fileKind && `d.file_type in (${typesOf(fileKind as 'pdf').map(quoted)})`,
    asked.expiryDateFrom && `d.expiry_date >= ${quoted(asked.expiryDateFrom)}`,
    asked.expiryDateTo && `d.expiry_date <= ${quoted(asked.expiryDateTo)}`,
    (userEmail || accessStatus) &&
      `exists (select 1 from document_access a where a.document_id = d.id and ${grant.join(' and ')})`,
  ].filter((one) => typeof one === 'string' && one !== '') as string[]
}

const own = (who: Person) =>
  `exists (select 1 from document_access a where a.document_id = d.id and a.user_email = ${quoted(who.email)} and ${live})`
/** Documents that each role sees, by the specification's words. */
const seenBy = (role: keyof typeof people): string => {
  const who = people[role]
  const owned = `d.owner_id = ${quoted(who.id)}`
  if (role === 'admin' || role === 'trustee') return 'true'
  if (role === 'newcomer') return owned
  if (role === 'guest') return own(who)
  return `(${owned} or ${own(who)}${role === 'b2b_admin' ? ` or d.organization_id = ${quoted(organizationId)}` : ''})`
}
/** Lists leave archived documents out, but not those that are seen through a grant only. */
const unarchived = (role: keyof typeof people): string => {
  const who = people[role]
  const ofOrganization = role === 'b2b_admin' ? `or d.organization_id = ${quoted(organizationId)}` : ''
  if (role === 'guest') return 'true'
  if (role === 'requestor' || role === 'b2b_admin')
    return `(d.status <> 'archived' or (d.owner_id = ${quoted(who.id)} ${ofOrganization}) is not true)`
  return `d.status <> 'archived'`
}

type Answer = { total: number; totalIsMore: boolean; nextCursor: string | null; rows: { id: string }[] }
async function get(who: Person, path: string, asked: Asked): Promise<Answer> {
  const query = new URLSearchParams(asked as Record<string, string>)
  const answer = await app.call(who, 'GET', `${path}?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  const { documents, grants, ...rest } = answer.json()
  return { ...rest, rows: documents ?? grants }
}

/** Some pages are those of the plain statement, and the total is its size. */
async function agrees(who: Person, path: string, asked: Asked, plain: string, size?: number) {
  const { rows } = await app.services.database.query<{ id: string }>(plain)
  const expected = rows.map(({ id }) => id)
  const total = size === undefined ? totalOf(expected.length) : { total: size, totalIsMore: false }
  const found: string[] = []
  let cursor: string | null = ''
  for (let page = 0; page < 3 && cursor !== null; page++) {
    const answer: Answer = await get(who, path, { ...asked, ...(cursor && { cursor }) })
    expect(answer, plain).toMatchObject(total)
    found.push(...answer.rows.map(({ id }) => id))
    cursor = answer.nextCursor
  }
  expect(found, plain).toEqual(expected.slice(0, found.length))
  if (cursor === null) expect(found.length, plain).toBe(expected.length)
  else expect(found.length, plain).toBeLessThan(expected.length)
}

const some = <T>(of: readonly T[]) => fc.option(fc.constantFrom(...of), { nil: undefined, freq: 1 })
const page = { direction: fc.constantFrom('asc', 'desc'), limit: fc.constantFrom('1', '4', '17', '100') }
const set = (asked: Record<string, string | undefined>): Asked =>
  Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
const roles = ['admin', 'trustee', 'newcomer', 'b2b_admin', 'requestor', 'guest'] as const

const documentKeys: Record<(typeof documentSorts)[number], string> = {
  uploadedAt: 'created_at',
  title: 'lower(title)',
  expiryDate: `coalesce(expiry_date, 'infinity')`,
  clientName: `lower(coalesce(client_name, ''))`,
  ownerName: 'lower(owner_name)',
  fileSize: 'file_size',
  kind: 'coalesce(kind, type)',
  type: 'type',
  status: 'status',
}

test('documents: pages and totals are those of a plain statement, for any role, filters and order', async () => {
  const chosen = fc.record({
    ...Object.fromEntries(Object.entries(values).map(([name, of]) => [name, some(of)])),
    owner: some(['me']),
    client: some(['perpetual']),
    sort: fc.constantFrom(...documentSorts),
    ...page,
  })
  // Each role without a filter, and with few of them, so that much fits.
  const asks = fc.oneof(chosen, fc.record({ sort: fc.constantFrom(...documentSorts), ...page }))
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...roles), asks, async (role, record) => {
      const who = people[role]
      const asked = set(record as Record<string, string | undefined>)
      const { sort, direction, limit: _, status, owner, client, ...filter } = asked
      const handles = role === 'admin' || role === 'trustee' || role === 'newcomer'
      const where = [
        'd.deleted_at is null',
        seenBy(role),
        ...plainFilter(filter, handles ? undefined : who.email),
        !status || status === 'all'
          ? unarchived(role)
          : status === 'with-archived'
            ? 'true'
            : `d.status = ${quoted(status)}`,
        owner ? `d.owner_id = ${quoted(who.id)}` : 'true',
        client ? `deedbox_fold(d.client_name) = ${quoted(client)}` : 'true',
      ]
      const key = documentKeys[sort as keyof typeof documentKeys]
      const plain = `select id from documents d where ${where.join(' and ')} order by ${key} ${direction}, id ${direction}`
      const unfiltered =
        setFilters(filter).filter(([name]) => name !== 'versions').length === 0 &&
        !owner &&
        !client &&
        (role === 'admin' || role === 'trustee')
      const { rows } = await app.services.database.query<{ n: number }>(
        `select count(*)::int as n from documents d where ${where.join(' and ')}`,
      )
      // A tally has the exact size without a filter; a status is a filter.
      const exact = unfiltered && (!status || status === 'all' || status === 'with-archived')
      await agrees(who, '/api/documents', asked, plain, exact ? rows[0]?.n : undefined)
    }),
    { numRuns: 40 },
  )
})

const grantKeys: Record<(typeof accessSorts)[number], string> = {
  grantedAt: 'a.granted_at',
  endsAt: 'least(a.expires_at, a.auto_revoke_date)',
  documentTitle: 'lower(d.title)',
  userName: 'lower(a.user_name)',
  grantedByName: 'lower(a.granted_by_name)',
  accessLevel: 'a.access_level',
  status: 'a.status',
}

test('grants: pages and totals are those of a plain statement, for any filters and order', async () => {
  const { search: _, status: __, ...ofDocuments } = values
  const grantValues: Record<keyof typeof accessFilters, readonly string[]> = {
    ...ofDocuments,
    documentSearch: values.search,
    documentStatus: ['active', 'archived', 'all'],
    search: ['birch', 'reader 1', 'guest cedar', 'zz'],
    view: ['all', 'active', 'expired', 'revoked', 'long-term', 'still-open'],
    client: ['PERPETUAL', 'quill 3'],
    accessLevel: ['view', 'download'],
    status: ['active', 'expired', 'revoked'],
    endsUntil: [new Date(Date.now() + 20 * dayMs).toISOString().slice(0, 10)],
  }
  const chosen = (names: readonly string[]) =>
    fc.record({
      ...Object.fromEntries(names.map((name) => [name, some(grantValues[name as keyof typeof grantValues])])),
      sort: fc.constantFrom(...accessSorts),
      ...page,
    })
  const all = fc.oneof(
    chosen(['view', 'search', 'userEmail', 'accessLevel']),
    chosen(Object.keys(grantValues)),
    chosen([]),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('trustee', 'newcomer'), all, async (role, record) => {
      const asked = set(record as Record<string, string | undefined>)
      const {
        sort,
        direction,
        limit: _,
        search,
        view,
        userEmail,
        client,
        accessLevel,
        status,
        endsUntil,
        ...rest
      } = asked
      const { documentSearch, documentStatus, ...others } = rest
      const accessStatus = others.accessStatus
      const ofDocument = plainFilter(
        { ...others, search: documentSearch, userEmail: accessStatus ? userEmail : undefined },
        undefined,
      )
      const isOn = Object.values({ documentSearch, documentStatus, ...others }).some(
        (value) => value && value !== 'all',
      )
      const where = [
        seenBy(role as 'trustee'),
        isOn || client ? 'd.deleted_at is null' : 'true',
        ...ofDocument,
        documentStatus && documentStatus !== 'all' ? `d.status = ${quoted(documentStatus)}` : 'true',
        ...(search ?? '')
          .split(' ')
          .map((word) => `(${holds('a.search_text', word)} or ${holds('d.search_text', word)})`),
        userEmail ? holds('a.user_email', userEmail) : 'true',
        client ? `deedbox_fold(d.client_name) = lower(${quoted(client)})` : 'true',
        accessLevel ? `a.access_level = ${quoted(accessLevel)}` : 'true',
        status ? grantIs(status) : 'true',
        view === 'long-term'
          ? `${live} and a.granted_at <= now() - interval '8640 hours'`
          : view === 'still-open'
            ? `a.status = 'active' and not ${live}`
            : view && view !== 'all'
              ? grantIs(view)
              : 'true',
        endsUntil
          ? `${live} and least(a.expires_at, a.auto_revoke_date) < ($$${endsUntil}$$::date + 1)::timestamp at time zone 'Australia/Sydney'`
          : 'true',
      ]
      const key = grantKeys[sort as keyof typeof grantKeys]
      const plain = `select a.id from document_access a join documents d on d.id = a.document_id
        where ${where.join(' and ')} order by ${key} ${direction}, a.id ${direction}`
      await agrees(people[role as 'trustee'], '/api/access', { ...asked, scope: 'handled' }, plain)
    }),
    { numRuns: 40 },
  )
})
