import type { documentFilters } from '@deedbox/contract/document-filters.ts'
import { listDocuments } from '@deedbox/contract/documents.ts'
import { listAccess } from '@deedbox/contract/grants.ts'
import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gathered, type List, walked } from '../db/list.ts'
import { listOf as documentsOf } from '../documents/lists/list.ts'
import { listOf as grantsOf } from '../sharing/grants/list.ts'
import { type Person, startTestApp, type TestApp } from '../testing/app.ts'

/* The statements that are sent for lists, to be read beside the indexes (db/tables/documents.ts). `vitest -u` writes them anew. */

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const dialect = new PgDialect()
const short = (statement: string) => statement.replace(/\s+/g, ' ').trim()

function statementsOf(list: List): string[] {
  const shown = { ...list, columns: sql.raw('…') }
  const walk = walked(shown, list.size ?? sql`0`)
  return (list.size ? [walk] : [gathered(shown), walk]).map((one) => `${short(dialect.sqlToQuery(one).sql)};`)
}

/** A value of each filter. */
const values: Record<keyof typeof documentFilters, string> = {
  ...{
    search: 'two words',
    documentKind: 'will',
    documentType: 'other',
    status: 'pending',
    versions: 'earlier',
    fileType: 'word',
    userEmail: 'ann',
  },
  ...{ accessStatus: 'active', expiryDateFrom: '2030-01-01', expiryDateTo: '2030-12-31' },
}

test('the statement of each list is the one in list-statements.sql', async () => {
  const written: string[] = []
  const write = async (title: string, who: Person, list: (ctx: never) => Promise<List>) => {
    const parts = await app.reading(who, async (ctx) => statementsOf(await list(ctx as never)))
    written.push(`-- ${title}`, ...parts, '')
  }
  const documents = (asked: Record<string, string>) => (ctx: never) =>
    documentsOf(ctx, listDocuments.query.parse(asked), app.services.words)
  const people = new Map<string, Person>()
  for (const role of ['trustee', 'b2b_admin', 'requestor', 'guest'] as const) {
    people.set(role, await app.person(role, role === 'b2b_admin' ? { organizationId: null } : {}))
    await write(`documents of a ${role}`, people.get(role) as Person, documents({}))
  }
  const trustee = people.get('trustee') as Person
  for (const [name, value] of Object.entries(values))
    await write(`documents, filtered by ${name}`, trustee, documents({ [name]: value }))
  for (const sort of ['title', 'expiryDate', 'clientName'])
    await write(
      `documents, by ${sort}, archived ones too`,
      trustee,
      documents({ sort, status: 'with-archived' }),
    )
  await write('deleted documents', trustee, documents({ view: 'deleted' }))
  await write('documents of a client', trustee, documents({ client: 'Lowe' }))
  const grants = (asked: Record<string, string>) => (ctx: never) =>
    grantsOf(ctx, listAccess.query.parse(asked))
  await write('the reader’s own access', people.get('guest') as Person, grants({}))
  const asks = [
    {},
    { view: 'long-term' },
    { view: 'expired' },
    { search: 'ann' },
    { userEmail: 'ann' },
    { endsUntil: '2030-01-01' },
  ]
  for (const asked of asks)
    await write(`access handled ${JSON.stringify(asked)}`, trustee, grants({ scope: 'handled', ...asked }))
  await expect(`${written.join('\n')}`).toMatchFileSnapshot('list-statements.sql')
})
