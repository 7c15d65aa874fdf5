import { expect, test } from 'vitest'
import { z } from 'zod'
import { idInOrder } from './ids.ts'

test('ids are valid, differ, and are in the order of their times', () => {
  const start = Date.UTC(2026, 10, 23)
  const ids = Array.from({ length: 200 }, (_, n) => idInOrder(new Date(start + n)))
  for (const id of ids) expect(z.uuidv7().safeParse(id).success, id).toBe(true)
  expect(ids.toSorted()).toEqual(ids)
  expect(idInOrder(new Date(start))).not.toBe(idInOrder(new Date(start)))
})
