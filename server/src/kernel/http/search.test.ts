import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizations } from '../../db/tables/accounts.ts'
import { upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let trustee: Person
let admin: Person
beforeAll(async () => {
  app = await startTestApp()
  trustee = await app.person('trustee', { name: 'Tess' })
  admin = await app.person('admin', { name: 'Ada' })
})
afterAll(() => app.stop())

/** A name, and what people type to find it. */
const samples = [
  ['Étude', ['etude', 'e\u0301tude', 'ÉTUDE', 'tude', '\u00e9TUD']],
  ['Οδυσσεύς Παπαδόπουλος', ['οδυσσευσ', 'ΟΔΥΣΣΕΎΣ', 'παπαδοπουλος', 'Παπαδόπουλος'.normalize('NFD')]],
  ['Семён Ковалёв', ['семен', 'КОВАЛЁВ', 'ковалев']],
  ['Işık İnönü', ['isik', 'IŞIK', 'inonu', 'ınönü', 'İNÖNÜ']],
  ['Groß Müller', ['gross', 'GROSS', 'GROẞ', 'muller', 'MÜLLER']],
  ['Nguyễn Thị Đào', ['nguyen', 'NGUYỄN'.normalize('NFD'), 'dao', 'thi dao']],
  ['王小明', ['王小', '小明']],
  ['مُحَمَّد الأمين', ['محمد', 'الامين']],
  ['100%_sure', ['100%', '%_s', '％']],
] as const

test.each(samples)('%s is found in every list, with every spelling', async (name, typed) => {
  const lawyer = await app.person('requestor', { name })
  await upload(app, trustee, { title: `Will of ${name}` })
  const shared = await upload(app, trustee, { title: 'Deed', clientName: name })
  await app.services.database.db.insert(organizations).values({ name, createdAt: new Date() })
  const grant = { email: lawyer.email, accessLevel: 'view' }
  await app.call(trustee, 'POST', `/api/documents/${shared.id}/access`, grant)
  await app.call(lawyer, 'POST', '/api/requests', { documentName: name, clientEmail: 'c@example.com' })

  for (const search of typed) {
    const total = async (as: Person, url: string) =>
      (await app.call(as, 'GET', `${url}search=${encodeURIComponent(search)}`)).json<{ total: number }>()
        .total
    expect({
      search,
      documents: await total(trustee, '/api/documents?'),
      grants: await total(trustee, '/api/access?scope=handled&'),
      own: await total(lawyer, '/api/access?'),
      people: await total(admin, '/api/users?'),
      organizations: await total(admin, '/api/organizations?'),
      requests: await total(trustee, '/api/requests?view=review&'),
    }).toEqual({ search, documents: 2, grants: 1, own: 1, people: 1, organizations: 1, requests: 1 })
  }
})
