import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eicar, startClamd } from './clamd.testing.ts'
import { InfectedFile, openScanner } from './clamd.ts'

const limit = 2_000_000
let clamd: Awaited<ReturnType<typeof startClamd>>
beforeAll(async () => {
  clamd = await startClamd({ limit })
})
beforeEach(() => clamd.be({ mood: 'well' }))
afterAll(() => clamd.stop())

/** Sends the pieces through a scan; what came out, or the error. */
async function scan(pieces: Iterable<Buffer>, times = {}): Promise<Buffer | Error> {
  let out: Buffer = Buffer.alloc(0)
  try {
    await pipeline(Readable.from(pieces), openScanner(clamd.url, times).scan(), async (chunks) => {
      out = await buffer(chunks)
    })
    return out
  } catch (error) {
    return error as Error
  }
}

test('clean content passes unchanged, in pieces of any size', async () => {
  const content = randomBytes(1_900_000)
  const pieces = [0, 1, 1, 70_000, 600_000, limit].map((end, n, ends) =>
    content.subarray(ends[n - 1] ?? 0, end),
  )
  const out = await scan(pieces)
  expect(Buffer.isBuffer(out) && out.equals(content)).toBe(true)
  expect(clamd.scanned.at(-1)).toBe(createHash('sha256').update(content).digest('hex'))
  expect(await scan([])).toEqual(Buffer.alloc(0))
})

test('a virus is named, also when it lies across two pieces', async () => {
  const [first, second] = [Buffer.from(`Dear Sir ${eicar.slice(0, 20)}`), Buffer.from(eicar.slice(20))]
  const error = await scan([first, second])
  expect(error).toBeInstanceOf(InfectedFile)
  expect(error).toMatchObject({ code: 'file-infected', signature: 'Eicar-Test-Signature' })
  expect(String(error)).toContain('(Eicar-Test-Signature)')
})

test('more than clamd accepts is refused as that', async () => {
  expect(await scan([randomBytes(limit), randomBytes(1)])).toMatchObject({ code: 'scanner-limit' })
})

test('a scanner that ends, is silent, or does not read is one that is away', async () => {
  const times = { stallMs: 200, verdictMs: 200 }
  for (const mood of ['ends', 'mute', 'stuck'] as const) {
    clamd.be({ mood })
    expect([mood, await scan([randomBytes(500_000)], times)]).toEqual([
      mood,
      expect.objectContaining({ code: 'scanner-unavailable' }),
    ])
  }
})

test('a scanner that does not read holds up what is sent to it', async () => {
  clamd.be({ mood: 'stuck' })
  let sent = 0
  function* pieces() {
    for (; sent < 200; sent++) yield randomBytes(256 * 1024)
  }
  expect(await scan(pieces(), { stallMs: 300 })).toMatchObject({ code: 'scanner-unavailable' })
  // The bytes sent are what the system's buffers of a connection take, and a few pieces between the streams: not the 50 MB.
  expect(sent * 256 * 1024).toBeLessThan(16 * 1024 * 1024)
})

test('nobody listens: away at once, and so says the check', async () => {
  const nobody = openScanner('unix:///nowhere/clamd.ctl')
  const done = pipeline(Readable.from([Buffer.from('x')]), nobody.scan(), buffer)
  await expect(done).rejects.toMatchObject({ code: 'scanner-unavailable', cause: { code: 'ENOENT' } })
  await expect(nobody.check(1_000)).rejects.toMatchObject({ code: 'scanner-unavailable' })
})

test('the check scans a little and returns the version', async () => {
  const before = clamd.scanned.length
  expect(await openScanner(clamd.url).check(2_000)).toMatch(/^ClamAV 1\.4\.6\/27800\//)
  expect(clamd.scanned.length).toBe(before + 1)
})
