import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openS3Storage } from './s3.ts'
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
