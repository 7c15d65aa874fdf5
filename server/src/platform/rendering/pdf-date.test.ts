import { expect, test } from 'vitest'
import { pdfDate } from './pdf-date.ts'

test('dates of a PDF are instants, with what is missing at its beginning', () => {
  expect(pdfDate("D:20240102030405+10'00'")).toBe('2024-01-01T17:04:05.000Z')
  expect(pdfDate('D:20240102030405-0330')).toBe('2024-01-02T06:34:05.000Z')
  expect(pdfDate('D:20240102030405Z')).toBe('2024-01-02T03:04:05.000Z')
  expect(pdfDate('2024')).toBe('2024-01-01T00:00:00.000Z')
  expect(['', 'yesterday', 'D:20241399', "D:20240102030405+99'99'"].map(pdfDate)).toEqual(Array(4).fill(null))
})
