import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeVerifier } from '../build.ts'

test('docs/evidence.md has the SHA-256 of the page and the program that verify evidence', async () => {
  const notes = await readFile(join(import.meta.dirname, '../../docs/evidence.md'), 'utf8')
  for (const [name, content] of Object.entries(await makeVerifier())) {
    const sha256 = createHash('sha256').update(content).digest('hex')
    expect(notes, name).toContain(`| \`${name}\` | \`${sha256}\` |`)
  }
})

test('the page asks for nothing and has everything in it', async () => {
  const { 'verify.html': page } = await makeVerifier()
  expect(page).toContain("default-src 'none'")
  expect(page).not.toMatch(/<link|src=|import\s*\(|\bfetch\(|XMLHttpRequest|crypto\.subtle/)
})
