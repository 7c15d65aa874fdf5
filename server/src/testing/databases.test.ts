import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { onEmbedded } from './databases.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const find = (pattern: string) => globSync(pattern, { cwd: root })

test('each line of the list names a test', () => {
  expect(onEmbedded.filter((pattern) => find(pattern).length === 0)).toEqual([])
})

test('a test that leaves something to the embedded database runs there', () => {
  const there = new Set(onEmbedded.flatMap(find))
  const leaves = (file: string) =>
    /(runIf\(embedded|skipIf\(onPostgres)/.test(readFileSync(join(root, file), 'utf8'))
  expect(find('server/src/**/*.test.ts').filter((file) => leaves(file) && !there.has(file))).toEqual([])
})

test('no test has a time-out of its own', () => {
  const own = /^\s*\},\s+\d[\d_]{3,},?\s*\)$|[tT]imeout: [\d_]{4,} *\}/m
  const found = ['{server,contract,web}/src/**/*.test.{ts,tsx}', 'e2e/*.test.ts']
    .flatMap(find)
    .filter((file) => own.test(readFileSync(join(root, file), 'utf8')))
  expect(found).toEqual([])
})
