import { expect, test } from 'vitest'
import { attachedTo, fileIdPattern, readFileId } from './file-id.ts'

const id = '0c1d8a52-9f0e-4b57-8a11-3d5b2c7e9f01'

test('the id of an attached file is that of the document with its numbers', () => {
  const file = attachedTo(attachedTo(id, 2), 1)
  expect(file).toBe(`${id}.2.1`)
  expect(readFileId(file)).toEqual({ documentId: id, attachment: [2, 1] })
  expect(readFileId(id)).toEqual({ documentId: id, attachment: [] })
})

test('ids of files are nothing else', () => {
  for (const good of [id, `${id}.1`, `${id}.999`, `${id}.1.2.3`]) expect(fileIdPattern.test(good)).toBe(true)
  for (const bad of [
    '',
    'a',
    `${id}.`,
    `${id}.0`,
    `${id}.1000`,
    `${id}.1.2.3.4`,
    `${id}.-1`,
    `${id} 1`,
    `${id}.1/..`,
  ])
    expect(fileIdPattern.test(bad)).toBe(false)
})
