import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const home = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(home, path), 'utf8')
/** Returns the words of a source as people read them: one space for any, and none of the marks between lines of JSX. */
const words = (text: string) => text.replaceAll("{' '}", ' ').replace(/\s+/g, ' ')

const rows = read('docs/claims.md')
  .split('\n')
  .filter((line) => /^\| (?!claim|---)/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()))
  .map(([claim = '', where = '', kept = '']) => ({ claim, where: where.replaceAll('`', ''), kept }))

test.each(rows)('“$claim” stands in $where, and a test keeps it', ({ claim, where, kept }) => {
  expect(words(read(where))).toContain(words(claim))
  const [, file, title = ''] = /^`([^`]+\.test\.tsx?)` (.+)$/.exec(kept) ?? []
  if (!file) return expect(kept.length).toBeGreaterThan(20)
  expect(existsSync(join(home, file)), file).toBe(true)
  const quoted = ["'", '"', '`'].map((mark) => mark + title + mark)
  expect(
    quoted.some((one) => read(file).includes(one)),
    `${file}: ${title}`,
  ).toBe(true)
})

test('no public page, nor any text that promises something, is without a claim', () => {
  const pages = readdirSync(join(home, 'web/src/site/pages')).map((file) => `web/src/site/pages/${file}`)
  // The page of the guide shows docs/guide.md.
  const texts = pages.filter((file) => !file.endsWith('/guide.tsx'))
  const more = [
    'web/src/site/faq.ts',
    'web/src/site/principles.ts',
    'docs/guide.md',
    'README.md',
    'SECURITY.md',
  ]
  const claimed = new Set(rows.map(({ where }) => where))
  expect([...texts, ...more].filter((file) => !claimed.has(file))).toEqual([])
})
