import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { dayMs, hourMs } from '@deedbox/contract/durations.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openFolderStorage } from './folder.ts'
import { ObjectMissingError } from './storage.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'deedbox-folder-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const incoming = () => readdir(join(dataDir, 'documents', '.incoming'))
const listed = async () => {
  const found: string[] = []
  for await (const { path } of (await openFolderStorage(dataDir)).list()) found.push(path)
  return found
}

describe('the files in the folder', () => {
  it('is readable for the owner only, with nothing temporary left', async () => {
    const storage = await openFolderStorage(dataDir)
    await storage.put('user/1.pdf', Readable.from([Buffer.from('deed')]))
    await expect(storage.put('user/1.pdf', Readable.from([Buffer.from('will')]))).rejects.toThrow(
      'already stored',
    )
    async function* failing() {
      yield Buffer.from('half')
      throw new Error('cut')
    }
    await expect(storage.put('user/2.pdf', failing())).rejects.toThrow('cut')

    expect(await incoming()).toEqual([])
    expect(await readdir(join(dataDir, 'documents', 'user'))).toEqual(['1.pdf'])
    const { mode, nlink } = await stat(join(dataDir, 'documents', 'user', '1.pdf'))
    expect([mode & 0o777, nlink]).toEqual([0o600, 1])
  })

  it('keeps what another server is writing, and loses only what nothing was written to for long', async () => {
    const first = await openFolderStorage(dataDir)
    const gate = Promise.withResolvers<void>()
    async function* slow() {
      yield Buffer.alloc(600_000, 1)
      await gate.promise
      yield Buffer.from('the end')
    }
    const putting = first.put('user/1.pdf', slow())
    await expect.poll(incoming).toHaveLength(1)
    await writeFile(join(dataDir, 'documents', '.incoming', 'half'), 'a half-written will')
    const long = new Date(Date.now() - dayMs)
    await utimes(join(dataDir, 'documents', '.incoming', 'half'), long, long)

    const second = await openFolderStorage(dataDir)
    expect(await incoming()).toHaveLength(2)
    await second.removeUnfinished(new Date(Date.now() - hourMs))
    expect(await incoming()).toHaveLength(1)
    gate.resolve()
    expect(await putting).toEqual({ bytes: 600_007 })
    expect([await incoming(), await listed()]).toEqual([[], ['user/1.pdf']])
  })

  it('refuses to replace a file by a folder', async () => {
    const storage = await openFolderStorage(dataDir)
    await storage.put('user', Readable.from([Buffer.from('x')]))
    await expect(storage.put('user/1.pdf', Readable.from([Buffer.from('y')]))).rejects.toThrow()
    expect(await incoming()).toEqual([])
    await expect(storage.open('user/1.pdf')).rejects.toThrow('Nothing is stored')
  })

  it('is known to be unwell when it is gone', async () => {
    const storage = await openFolderStorage(dataDir)
    await rm(join(dataDir, 'documents'), { recursive: true })
    await expect(storage.check()).rejects.toThrow('ENOENT')
  })
})

describe('a process', () => {
  /** Prints each sync, link and removal as it ends, with the last part of the path. */
  const telling = `
    const fs = (await import('node:fs')).default
    const tell = (what, on) =>
      fs.writeSync(1, what + ' ' + (typeof on === 'number' ? fs.readlinkSync('/proc/self/fd/' + on) : on).split('/').at(-1).replace(/^[0-9a-f-]{36}$/, 'temporary') + '\\n')
    for (const name of ['linkSync', 'unlinkSync']) {
      const original = fs[name]
      fs[name] = (...args) => { original(...args); tell(name, args.at(-1)) }
    }
    for (const name of ['link', 'unlink']) {
      const original = fs.promises[name]
      fs.promises[name] = async (...args) => { try { await original(...args) } finally { tell(name, args.at(-1)) } }
    }
    for (const name of ['fsync', 'fdatasync']) {
      const original = fs[name]
      fs[name] = (fd, then) => original(fd, (error) => { tell(name, fd); then(error) })
    }
    (await import('node:module')).syncBuiltinESMExports()`

  /** Starts a process that runs `before`, opens the storage as `storage` and runs `body`; `lines` waits for a number of lines from it. */
  function start(
    body: string,
    { command = 'exec "$0" "$@"', before = '' } = {},
  ): { child: ChildProcess; lines: (count: number) => Promise<string[]> } {
    const module = new URL('./folder.ts', import.meta.url).href
    const script = `${before}
      const { openFolderStorage } = await import(${JSON.stringify(module)})
      const { Readable } = await import('node:stream')
      const { writeSync } = await import('node:fs')
      const storage = await openFolderStorage(process.argv[1])
      ${body}`
    const child = spawn(
      'sh',
      ['-c', command, process.execPath, '--input-type=module', '-e', script, dataDir],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    const lines = async (count: number) => {
      while (output.split('\n').length <= count) await once(child.stdout, 'data')
      return output.split('\n').slice(0, -1)
    }
    return { child, lines }
  }

  async function kill(child: ChildProcess): Promise<void> {
    child.kill('SIGKILL')
    await once(child, 'close')
  }

  it('killed in the middle of a put leaves no object', async () => {
    const { child, lines } = start(`
      async function* slow() {
        for (let index = 0; index < 40; index++) yield Buffer.alloc(65536, index)
        writeSync(1, 'half\\n')
        await new Promise((resolve) => setInterval(resolve, 1_000_000))
      }
      await storage.put('user/1.pdf', slow())`)
    await lines(1)
    await kill(child)

    expect((await incoming()).length).toBe(1)
    expect(await listed()).toEqual([])
  })

  it('syncs a file before it gets its name, its folder before it answers, and names again that a killed process made', async () => {
    const { child, lines } = start(
      `const deed = () => Readable.from([Buffer.from('deed')])
      console.log('put')
      await storage.put('user/1.pdf', deed())
      console.log('put again')
      await storage.put('user/1.pdf', deed()).catch(() => undefined)
      console.log('list')
      for await (const object of storage.list('user/')) object
      await storage.quarantine.add('user/1.pdf')
      console.log('restore')
      await storage.quarantine.restore('user/1.pdf')
      console.log('restore again')
      await storage.quarantine.restore('user/1.pdf')
      console.log('end')`,
      { before: telling },
    )
    await once(child, 'close')
    const said = (await lines(1)).join('\n')
    const between = (from: string, to: string) => said.split(`\n${from}\n`)[1]?.split(`\n${to}\n`)[0]
    expect(between('put', 'put again')?.split('\n')).toEqual(
      expect.arrayContaining(['fsync documents', 'fdatasync temporary']),
    )
    expect(between('put', 'put again')).toMatch(
      /fdatasync temporary\n(.*\n)*linkSync 1.pdf\nunlinkSync temporary\nfsync user$/,
    )
    for (const part of [between('put again', 'list'), between('list', 'restore')])
      expect(part).toMatch(/fsync user\nfsync documents/)
    expect(between('restore', 'restore again')).toBe('link 1.pdf\nfsync user')
    expect(said).toMatch(/restore again\nlink 1.pdf\nfsync user\nend$/)
  })

  it('killed among many moves to the quarantine and back leaves every object whole', async () => {
    const storage = await openFolderStorage(dataDir)
    const names = Array.from({ length: 20 }, (_, index) => `user/${index}.pdf`)
    for (const name of names) await storage.put(name, Readable.from([Buffer.alloc(100_000, 7)]))
    const { child, lines } = start(`
      const names = ${JSON.stringify(names)}
      for (;;) {
        for (const name of names) await storage.quarantine.add(name)
        writeSync(1, 'there\\n')
        for (const name of names) await storage.quarantine.restore(name)
        writeSync(1, 'back\\n')
      }`)
    await lines(3)
    await kill(child)
    for (const name of names) {
      const content = await buffer(await storage.open(name))
      expect(content.equals(Buffer.alloc(100_000, 7))).toBe(true)
      await storage.quarantine
        .restore(name)
        .catch((error) => expect(error).toBeInstanceOf(ObjectMissingError))
      expect(await storage.has(name)).toBe(true)
    }
  })

  it('killed among many puts keeps each one that was acknowledged, whole, and shows no other but whole', async () => {
    const { child, lines } = start(`
      for (let index = 0; ; index++) {
        await storage.put('user/' + index + '.pdf', Readable.from([Buffer.alloc(100_000, 1), Buffer.alloc(50_000, 2)]))
        writeSync(1, index + '\\n')
      }`)
    const acknowledged = await lines(25)
    await kill(child)

    const storage = await openFolderStorage(dataDir)
    const found = new Map<string, number>()
    for await (const { path, bytes } of storage.list()) found.set(path, bytes)
    for (const index of acknowledged) expect(found.get(`user/${index}.pdf`)).toBe(150_000)
    expect(new Set(found.values())).toEqual(new Set([150_000]))
  })

  it('without permission to write fails its put and leaves nothing', async () => {
    const { child, lines } = start(
      `const content = Readable.from(Array.from({ length: 10 }, () => Buffer.alloc(65_000)))
      const error = await storage.put('user/1.pdf', content).catch((error) => error)
      writeSync(1, error.code + '\\n')`,
      // Files of at most 100 blocks of 512 bytes: a write that crosses the border is written short.
      { command: 'ulimit -f 100; exec "$0" "$@"' },
    )
    expect(await lines(1)).toEqual(['EFBIG'])
    if (child.exitCode === null) await once(child, 'close')
    expect(await incoming()).toEqual([])
    expect(await listed()).toEqual([])
  })
})
