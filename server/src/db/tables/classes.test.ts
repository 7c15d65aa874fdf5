import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import * as schema from './index.ts'

test('docs/data.md puts each table into one class', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/data.md'), 'utf8')
  const named = Array.from(page.split('## Tables')[1]?.matchAll(/`([a-z_]+)`/g) ?? [], ([, name]) => name)
  const tables = Object.values(schema).flatMap((one) => (is(one, PgTable) ? [getTableName(one)] : []))
  expect(tables.length).toBeGreaterThan(50)
  expect(named.filter((name) => name !== 'pgboss').sort()).toEqual(tables.sort())
})
