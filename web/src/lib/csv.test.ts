import { expect, test } from 'vitest'
import { csvCell } from './csv.ts'

test('a cell is never a formula, and keeps its text', () => {
  expect(csvCell('Ann')).toBe('Ann')
  expect(csvCell('=1+1')).toBe("'=1+1")
  expect(csvCell('+61 2')).toBe("'+61 2")
  expect(csvCell('Ash, Oak & "Co"')).toBe('"Ash, Oak & ""Co"""')
  expect(csvCell('two\nlines')).toBe('"two\nlines"')
})
