import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStorage } from './open.ts'
import { startS3Server } from './s3-server.testing.ts'
import {
  ObjectDiffersError,
  ObjectExistsError,
  ObjectMissingError,
  ObjectPathError,
  type Storage,
  type StoredObject,
} from './storage.ts'

// Storages of all kinds behave alike.
async function openFolder() {
  const dataDir = await mkdtemp(join(tmpdir(), 'deedbox-storage-'))
  return {
    storage: await openStorage({ dataDir }),
    close: () => rm(dataDir, { recursive: true, force: true }),
  }
}

const openBucketOf = (conditional: true | 'refused') => async () => {
  const server = await startS3Server('deeds', 'AKTEST', { conditional })
  const storageUrl = `s3://AKTEST:secret%2Fkey@deeds/box?endpoint=${encodeURIComponent(server.endpoint)}`
  return { storage: await openStorage({ storageUrl, dataDir: '/nowhere' }), close: server.stop }
}

async function listed(storage: Storage, prefix?: string) {
  const found: StoredObject[] = []
  for await (const object of storage.list(prefix)) found.push(object)
  return found
}

const paths = async (storage: Storage, prefix?: string) =>
  (await listed(storage, prefix)).map(({ path }) => path).sort()

describe.each([
  { kind: 'folder', start: openFolder, atomic: true },
  { kind: 'S3', start: openBucketOf(true), atomic: true },
  // The reservation of paths is all that keeps two writers apart there.
  { kind: 'S3 that refuses conditions', start: openBucketOf('refused'), atomic: false },
])('$kind storage', ({ start, atomic }) => {
  let storage: Storage
  let close: () => Promise<void>
  beforeAll(async () => {
    const started = await start()
    storage = started.storage
    close = started.close
  })
  afterAll(() => close())

  const put = (path: string, content: Buffer) => storage.put(path, Readable.from([content]))
  const get = async (path: string) => buffer(await storage.open(path))

  it.each([0, 1, 300_000, 5 * 1024 * 1024, 12_000_000])('keeps %i bytes', async (size) => {
    const content = randomBytes(size)
    const chunks = [content.subarray(0, 10), content.subarray(10, 100_000), content.subarray(100_000)]
    expect(await storage.put(`keeps/${size}.pdf`, Readable.from(chunks))).toEqual({ bytes: size })
    expect((await get(`keeps/${size}.pdf`)).equals(content)).toBe(true)
    const [object] = await listed(storage, `keeps/${size}.pdf`)
    expect(object).toMatchObject({ path: `keeps/${size}.pdf`, bytes: size })
    expect(Math.abs((object?.modifiedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
  })

  it('never overwrites', async () => {
    await put('once/a.pdf', Buffer.from('the first'))
    const second = Readable.from([Buffer.from('the second')])
    await expect(storage.put('once/a.pdf', second)).rejects.toThrow(ObjectExistsError)
    expect(second.destroyed).toBe(true)
    expect((await get('once/a.pdf')).toString()).toBe('the first')
    expect(await paths(storage, 'once/')).toEqual(['once/a.pdf'])
  })

  it.runIf(atomic)('lets exactly one of many puts at one path win', async () => {
    const contents = Array.from({ length: 12 }, (_, index) => Buffer.from(`will of heir ${index}`))
    const outcomes = await Promise.allSettled(contents.map((content) => put('race/a.pdf', content)))
    const won = outcomes.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []))
    expect(won.length).toBe(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(ObjectExistsError)
    }
    expect((await get('race/a.pdf')).toString()).toBe(`will of heir ${won[0]}`)
  })

  it('is probed without leaving or listing anything', async () => {
    const before = await paths(storage)
    await storage.probe()
    expect(await paths(storage)).toEqual(before)
    await storage.removeUnfinished(new Date(Date.now() + 60_000))
    expect(await paths(storage)).toEqual(before)
  })

  it.each([100, 6 * 1024 * 1024])('stores nothing when the content fails after %i bytes', async (size) => {
    const failure = new Error('the sender hung up')
    async function* failing() {
      yield randomBytes(size)
      throw failure
    }
    const path = `fails/${size}.pdf`
    await expect(storage.put(path, failing())).rejects.toBe(failure)
    await expect(storage.open(path)).rejects.toThrow(ObjectMissingError)
    expect(await paths(storage, path)).toEqual([])
    await put(path, Buffer.from('the second try'))
    expect((await get(path)).toString()).toBe('the second try')
  })

  it('stores nothing when the content is destroyed', async () => {
    let reads = 0
    const source = new Readable({
      read() {
        if (reads++ === 0) this.push(randomBytes(1000))
        else this.destroy()
      },
    })
    await expect(storage.put('aborted/a.pdf', source)).rejects.toThrow(/[Pp]remature/)
    expect(await paths(storage, 'aborted/')).toEqual([])
  })

  it('removes, also what is not there', async () => {
    await put('gone/a.pdf', Buffer.from('x'))
    await storage.remove('gone/a.pdf')
    await storage.remove('gone/a.pdf')
    await storage.remove('never/was/here.pdf')
    await expect(storage.open('gone/a.pdf')).rejects.toThrow(ObjectMissingError)
  })

  it('lists everything, or what begins with a prefix', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `list/user-${index % 2}/${index}.pdf`)
    for (const name of names) await put(name, Buffer.from(name))
    expect(await paths(storage, 'list/')).toEqual(names.toSorted())
    expect(await paths(storage, 'list/user-1')).toEqual(names.filter((name) => name.includes('user-1')))
    expect(await paths(storage, 'list/user-9')).toEqual([])
    expect(await paths(storage)).toEqual(expect.arrayContaining(names))
  })

  it.each([
    '',
    '/a',
    'a/',
    'a//b',
    '..',
    '../a',
    'a/../b',
    'a/..',
    './a',
    '.incoming/a',
    'a/.b',
    'a\\b',
    'a\0b',
    'C:a',
    'a b',
    'a%2e',
    'a'.repeat(129),
    'é',
    'a\n',
  ])('refuses the path %j', async (path) => {
    await expect(put(path, Buffer.from('x'))).rejects.toThrow(ObjectPathError)
    await expect(storage.open(path)).rejects.toThrow(ObjectPathError)
    await expect(storage.remove(path)).rejects.toThrow(ObjectPathError)
  })

  const inQuarantine = async () => {
    const found: string[] = []
    for await (const { path } of storage.quarantine.list()) found.push(path)
    return found.sort()
  }

  it('moves to the quarantine what is then listed there only, and still opened', async () => {
    expect(await inQuarantine()).toEqual([])
    const content = randomBytes(6_000_000)
    await put('aside/a.pdf', content)
    await storage.quarantine.add('aside/a.pdf')
    expect([await storage.has('aside/a.pdf'), await paths(storage, 'aside/')]).toEqual([false, []])
    expect(await inQuarantine()).toEqual(['aside/a.pdf'])
    expect((await paths(storage)).filter((path) => path.includes('quarantine'))).toEqual([])
    expect((await get('aside/a.pdf')).equals(content)).toBe(true)
    await expect(storage.quarantine.add('aside/a.pdf')).rejects.toThrow(ObjectMissingError)
  })

  it('puts back from the quarantine, where it stays until it is removed', async () => {
    await storage.quarantine.restore('aside/a.pdf')
    await storage.quarantine.restore('aside/a.pdf')
    expect([await storage.has('aside/a.pdf'), await inQuarantine()]).toEqual([true, ['aside/a.pdf']])
    // The move stands for that of another server at the same moment.
    await storage.quarantine.add('aside/a.pdf')
    await storage.quarantine.restore('aside/a.pdf')
    await storage.quarantine.remove('aside/a.pdf')
    await storage.quarantine.remove('aside/a.pdf')
    expect([await inQuarantine(), (await get('aside/a.pdf')).length]).toEqual([[], 6_000_000])
    await expect(storage.quarantine.restore('aside/a.pdf')).rejects.toThrow(ObjectMissingError)
  })

  it('leaves both when the quarantine holds other content of the name', async () => {
    await put('differs/a.pdf', Buffer.from('the first'))
    await storage.quarantine.add('differs/a.pdf')
    await put('differs/a.pdf', Buffer.from('the second'))
    await expect(storage.quarantine.add('differs/a.pdf')).rejects.toThrow(ObjectDiffersError)
    await expect(storage.quarantine.restore('differs/a.pdf')).rejects.toThrow(ObjectDiffersError)
    expect((await get('differs/a.pdf')).toString()).toBe('the second')
    await storage.remove('differs/a.pdf')
    expect((await get('differs/a.pdf')).toString()).toBe('the first')
    await storage.quarantine.remove('differs/a.pdf')
  })

  it('carries a mark that is no object', async () => {
    expect(await storage.readMark()).toBe(null)
    const before = await paths(storage)
    await Promise.all(['one', 'two'].map((id) => storage.writeMark(id, { replace: false })))
    const first = await storage.readMark()
    expect(['one', 'two']).toContain(first)
    await storage.writeMark('three', { replace: false })
    expect(await storage.readMark()).toBe(first)
    await storage.writeMark('four', { replace: true })
    expect(await storage.readMark()).toBe('four')
    expect(await paths(storage)).toEqual(before)
  })

  it('stops a reading when its signal aborts', async () => {
    await put('stop/a.pdf', randomBytes(4_000_000))
    const controller = new AbortController()
    const stream = await storage.open('stop/a.pdf', { signal: controller.signal })
    const reading = (async () => {
      for await (const chunk of stream) if (chunk) controller.abort()
    })()
    await expect(reading).rejects.toThrow(/abort/i)
    expect(stream.destroyed).toBe(true)
  })

  it('passes its check, and describes itself without secrets', async () => {
    await expect(storage.check()).resolves.toBeUndefined()
    expect(storage.describe()).toMatch(/folder|bucket deeds\/box at 127/)
    expect(storage.describe()).not.toMatch(/secret|AKTEST/)
  })
})
