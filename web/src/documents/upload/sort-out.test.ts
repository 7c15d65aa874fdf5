import { expect, test } from 'vitest'
import { notTheSame } from './same-file.ts'
import { mostAtOnce, skippedText, sortOut } from './sort-out.ts'

const file = (path: string, size = 10) => ({ name: path.split('/').at(-1) ?? '', size, path })
const names = (files: { name: string }[]) => files.map(({ name }) => name)

test('of a folder hidden files and what cannot be stored are skipped, with the reason; of single files nothing is', () => {
  const { files, skipped } = sortOut(
    [
      file('./alone.exe'),
      file('/Scans/deed.pdf'),
      file('/Scans/2024/will.PDF'),
      file('/Scans/.DS_Store'),
      file('/Scans/.git/deed.pdf'),
      file('/Scans/empty.pdf', 0),
      file('/Scans/program.exe'),
      file('/Scans/film.pdf', 1_001),
      { name: 'chosen.pdf', size: 10, webkitRelativePath: 'Chosen/chosen.pdf' },
      { name: 'notes.md', size: 10, webkitRelativePath: 'Chosen/notes.md' },
    ],
    1_000,
    0,
  )
  expect(names(files)).toEqual(['alone.exe', 'deed.pdf', 'will.PDF', 'chosen.pdf'])
  expect(skipped.map(({ path }) => path)).toEqual([
    'Scans/.DS_Store',
    'Scans/.git/deed.pdf',
    'Scans/empty.pdf',
    'Scans/program.exe',
    'Scans/film.pdf',
    'Chosen/notes.md',
  ])
  const { title, reasons } = skippedText(skipped)
  expect(title).toBe('6 files were skipped')
  expect(reasons).toContain('2 × A hidden file.')
  expect(reasons).toContain('1 × This file is empty.')
})

test('a page takes so many files at once, and says how many it left', () => {
  const many = Array.from({ length: mostAtOnce + 5 }, (_, n) => file(`/Scans/${n}.pdf`))
  expect(sortOut(many, 1_000, 10)).toMatchObject({
    files: { length: mostAtOnce - 10 },
    skipped: { length: 15 },
  })
})

test('only the very file that was begun continues an upload', () => {
  const upload = { fileName: 'will.pdf', fileSize: 1_000, lastModified: 5 }
  expect(notTheSame(upload, { size: 1_000, lastModified: 5 })).toBeNull()
  expect(notTheSame({ ...upload, lastModified: null }, { size: 1_000, lastModified: 7 })).toBeNull()
  expect(notTheSame(upload, { size: 999, lastModified: 5 })).toContain('another file')
  expect(notTheSame(upload, { size: 1_000, lastModified: 6 })).toContain('has been changed')
})
