import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
/** Requirements of levels 1 and 2 of ASVS 5.0.0, with their levels. */
import levels from './asvs-levels.json' with { type: 'json' }

const home = join(import.meta.dirname, '../../..')
const page = readFileSync(join(home, 'docs/asvs.md'), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, id = '', level = '', requirement = '', how = '', kept = '', ...more]) => {
    return { id, level: Number(level), requirement, how, kept, more }
  })
const states = ['met', 'partly', 'not met', 'not applicable']
const stateOf = (how: string) => how.split(':', 1)[0] ?? ''

test('each requirement of levels 1 and 2 stands in docs/asvs.md once, with its level', () => {
  expect(rows.map(({ id, level }) => [id, level])).toEqual(Object.entries(levels))
})

test('each says how it is met or why not, and names files that exist', () => {
  for (const { id, requirement, how, kept, more } of rows) {
    expect([id, more]).toEqual([id, ['']])
    expect([id, requirement.length > 3]).toEqual([id, true])
    expect([id, states]).toEqual([id, expect.arrayContaining([stateOf(how)])])
    // A requirement that is not met says what is missing.
    if (stateOf(how) !== 'met') expect([id, how]).toEqual([id, expect.stringMatching(/: .{7}/)])
    const files = Array.from(kept.matchAll(/`([^`]+)`/g), ([, file = '']) => file)
    expect([id, files.filter((file) => !existsSync(join(home, file)))]).toEqual([id, []])
    if (['met', 'partly'].includes(stateOf(how))) expect([id, files.length > 0]).toEqual([id, true])
  }
})

test('the page’s figures are those of its rows', () => {
  const count = (state: string) => rows.filter(({ how }) => stateOf(how) === state).length
  expect(page.replaceAll('\n', ' ')).toContain(
    `Of ${rows.length}: ${states.map((state) => `${count(state)} ${state}`).join(', ')}.`,
  )
})
