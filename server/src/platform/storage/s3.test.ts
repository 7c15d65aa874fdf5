import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ATTEMPTS, openS3Storage, SILENCE_MS } from './s3.ts'
import { startS3Server } from './s3-server.testing.ts'

let server: Awaited<ReturnType<typeof startS3Server>>
beforeAll(async () => {
  server = await startS3Server('deeds', 'AKTEST')
})
afterAll(() => server.stop())

const open = (user = 'AKTEST:secret@', bucket = 'deeds') =>
  openS3Storage(`s3://${user}${bucket}?endpoint=${encodeURIComponent(server.endpoint)}&region=ap-southeast-2`)

describe('S3 storage', () => {
  it('asks with every write that nothing be overwritten', async () => {
    const storage = open()
    server.requests.length = 0
    await storage.put('a/small.pdf', Readable.from([randomBytes(1000)]))
    // The first write asks before it whether the service knows the condition.
    expect(server.requests).toEqual(['PUT *', 'DELETE', 'PUT *'])

    server.requests.length = 0
    await storage.put('a/large.pdf', Readable.from([randomBytes(6_000_000)]))
    expect(server.requests.toSorted()).toEqual(['POST upload *', 'POST uploads', 'PUT part', 'PUT part'])
  })

  it('takes its parts back when the content fails on the way, or another was first', async () => {
    async function* failing() {
      yield randomBytes(11_000_000)
      throw new Error('cut')
    }
    await expect(open().put('a/failing.pdf', failing())).rejects.toThrow('cut')
    await expect(open().put('a/large.pdf', Readable.from([randomBytes(6_000_000)]))).rejects.toThrow(
      'already stored',
    )
    expect(server.uploads.size).toBe(0)
  })

  it('takes what was stored as stored when the answer was lost, and never something else', async () => {
    const [small, large] = [randomBytes(1000), randomBytes(6_000_000)]
    const storage = open()
    for (const [name, content, line] of [
      ['first', small, /^PUT \*$/],
      ['small', small, /^PUT \*$/],
      ['large', large, /^POST upload \*$/],
    ] as const) {
      let lose = 1
      server.faults.of = (request) => (line.test(request) && lose-- > 0 ? 'lost' : undefined)
      expect(await storage.put(`lost/${name}.pdf`, Readable.from([content]))).toEqual({
        bytes: content.length,
      })
      expect(server.objects.get(`lost/${name}.pdf`)?.content.equals(content)).toBe(true)
    }
    // Another one was first, and its writer's answer is the one that was lost.
    let other = 1
    server.faults.of = (request) => {
      if (request !== 'PUT *' || other-- <= 0) return undefined
      server.objects.set('lost/other.pdf', { content: large, modifiedAt: new Date() })
      return 'lost'
    }
    await expect(storage.put('lost/other.pdf', Readable.from([small]))).rejects.toThrow('already stored')
    expect(server.objects.get('lost/other.pdf')?.content.equals(large)).toBe(true)
    server.faults.of = () => undefined
    for (const key of server.objects.keys()) if (key.startsWith('lost/')) server.objects.delete(key)
  })

  it('answers within 75 seconds when the service accepts and never answers', async () => {
    const silenceMs = 50
    const storage = openS3Storage(
      `s3://AKTEST:secret@deeds?endpoint=${encodeURIComponent(server.endpoint)}`,
      silenceMs,
    )
    await storage.put('silent/first.pdf', Readable.from([randomBytes(10)]))
    const waits: [string, RegExp, () => Promise<unknown>][] = [
      ['small', /^PUT/, () => storage.put('silent/a.pdf', Readable.from([randomBytes(1000)]))],
      [
        'large',
        /upload \*$|^DELETE/,
        () => storage.put('silent/b.pdf', Readable.from([randomBytes(6_000_000)])),
      ],
      ['read', /^GET/, () => storage.open('silent/first.pdf')],
    ]
    for (const [what, line, work] of waits) {
      let unanswered = 0
      server.faults.of = (request) => {
        if (!line.test(request)) return undefined
        unanswered += 1
        return 'silent'
      }
      await expect(work(), what).rejects.toThrow()
      // The tries come one after the other, each for the whole silence, with short pauses between them.
      expect(unanswered, what).toBeLessThanOrEqual(2 * ATTEMPTS)
    }
    expect(2 * ATTEMPTS * SILENCE_MS).toBeLessThan(75_000 - 2 * ATTEMPTS * 1_000)
    server.faults.of = () => undefined
    await storage.remove('silent/first.pdf')
    server.uploads.clear()
  })

  it('lists only what has a path of ours', async () => {
    server.objects.set('READ ME.txt', { content: Buffer.from('not ours'), modifiedAt: new Date() })
    const found: string[] = []
    for await (const { path } of open().list()) found.push(path)
    expect(found.sort()).toEqual(['a/large.pdf', 'a/small.pdf'])
  })

  it('is unwell without the bucket, or the right to it', async () => {
    await expect(open(undefined, 'other').check()).rejects.toThrow()
    await expect(open('WRONG:secret@').check()).rejects.toThrow()
  })

  it('takes credentials from the environment when the address has none', async () => {
    const module = new URL('./s3.ts', import.meta.url).href
    const script = `const { openS3Storage } = await import(${JSON.stringify(module)})
      await openS3Storage(process.argv[1]).check()`
    const url = `s3://deeds?endpoint=${encodeURIComponent(server.endpoint)}`
    const env = { AWS_ACCESS_KEY_ID: 'AKTEST', AWS_SECRET_ACCESS_KEY: 'secret' }
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, url], { env })
  })
})
