import fc from 'fast-check'
import { expect, test } from 'vitest'
import { merge } from './merge.ts'

const fields = fc.record({ name: fc.nat(2).map(String), city: fc.nat(2).map(String) })

test('nothing typed is lost, and nothing that others saved goes unseen', () => {
  fc.assert(
    fc.property(fields, fields, fields, (opened, typed, latest) => {
      const { values, theirs } = merge(opened, typed, latest)
      for (const field of ['name', 'city'] as const) {
        const [was, mine, now] = [opened[field], typed[field], latest[field]]
        expect(values[field]).toBe(mine === was ? now : mine)
        const told = theirs.find((one) => one.field === field)
        expect(told !== undefined).toBe(now !== was)
        expect(told?.yours ?? null).toBe(told && mine !== was && mine !== now ? mine : null)
      }
    }),
  )
})
