import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeName, uniqueNames } from './file-names.ts'

const pdf = { fileName: 'scan.PDF', fileType: 'application/pdf' }

test('titles become names that every system can store', () => {
  for (const [title, name] of [
    ['Will of Zoë O’Brien', 'Will of Zoë O’Brien'],
    ['../../etc/passwd', 'etc passwd'],
    ['C:\\Windows\\x', 'C Windows x'],
    ['Deed <1>: "final"?', 'Deed 1 final'],
    ['con', '_con'],
    ['LPT1.old', '_LPT1.old'],
    [' . ', 'Untitled'],
    ['', 'Untitled'],
    ['Will\u202Efdp.exe', 'Will fdp.exe'],
    ['遺言', '遺言'],
  ] as const)
    expect(safeName(title)).toBe(name)
})

test('names are unique where capitals and composed letters do not count, and keep the type', () => {
  const nameOf = uniqueNames()
  expect(nameOf({ title: 'Will', ...pdf })).toBe('Will.pdf')
  expect(nameOf({ title: 'WILL', ...pdf })).toBe('WILL (2).pdf')
  expect(nameOf({ title: 'will.pdf', ...pdf })).toBe('will (3).pdf')
  expect(nameOf({ title: 'Will (2)', ...pdf })).toBe('Will (2) (2).pdf')
  expect(nameOf({ title: 'Zoe\u0308', ...pdf })).toBe('Zoë.pdf')
  expect(nameOf({ title: 'Zoë', ...pdf })).toBe('Zoë (2).pdf')
  // The type decides, not what the file was called.
  expect(nameOf({ title: 'Note', fileName: 'note.exe', fileType: 'text/plain' })).toBe('Note.txt')
  expect(nameOf({ title: 'Photo', fileName: 'p.jpeg', fileType: 'image/jpeg' })).toBe('Photo.jpeg')
})

test('whatever the titles are, names are unique, short and one part of a path', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 200 }), { maxLength: 30 }), (titles) => {
      const nameOf = uniqueNames()
      const names = titles.map((title) => nameOf({ title, ...pdf }))
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(titles.length)
      for (const name of names) {
        expect([...name].length).toBeLessThan(115)
        expect(name).not.toMatch(/[/\\:\0]|^\.|\.\.\/| \.pdf$/)
      }
    }),
  )
})
