import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..', '..')
const sources = [
  '{contract,web,server}/src/**/*.{ts,tsx,css,html}',
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'docs/*.md',
]
/** Tests are not covered. */
const exempt = /\.test\.tsx?$/
const files = globSync(sources, { cwd: root }).filter((file) => !exempt.test(file))

test('Email is one word in everything that people read', () => {
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (/e-mail/i.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})
