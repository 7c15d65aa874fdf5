import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shownCode } from '../../testing/totp.ts'
import { newSecret, otpUri, stepOf } from './totp.ts'

const step = 30_000

test('the vectors of RFC 6238 (the last six of their eight digits)', async () => {
  const secret = '12345678901234567890'
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const)
    expect(await stepOf(secret, code, { now: new Date(seconds * 1_000), lastStep: null })).toBe(
      Math.floor(seconds / 30),
    )
})

test('an app that reads the address shows codes that count one step early and late, and never twice', async () => {
  const instant = fc.integer({ min: 1_700_000_000_000, max: 4_000_000_000_000 })
  await fc.assert(
    fc.asyncProperty(instant, fc.integer({ min: -3, max: 3 }), async (at, drift) => {
      const secret = newSecret()
      const uri = new URL(otpUri(secret, 'Deeds & Co', 'ada@example.com'))
      const typed = uri.searchParams.get('secret') ?? ''
      expect(typed).toMatch(/^[A-Z2-7]{32}$/)
      const [now, shownAt] = [new Date(at), at + drift * step]
      const code = shownCode(typed, shownAt)
      const found = await stepOf(secret, code, { now, lastStep: null })
      // Codes of different steps may be the same by chance, two of a million.
      fc.pre(found === null || found === Math.floor(shownAt / step))
      expect(found).toBe(Math.abs(drift) <= 1 ? Math.floor(shownAt / step) : null)
      if (found === null) return
      for (const lastStep of [found, found + 1])
        expect(await stepOf(secret, code, { now, lastStep })).toBeNull()
      expect(await stepOf(secret, code, { now, lastStep: found - 1 })).toBe(found)
    }),
    { numRuns: 100 },
  )
})
