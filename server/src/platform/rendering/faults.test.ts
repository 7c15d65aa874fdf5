import { execFile } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PDFDocument } from 'pdf-lib'
import { pino } from 'pino'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { childrenOf } from '../../testing/resident.ts'
import { RenderError } from './renderer.ts'
import { endlessPdf, nestedPdf, pdfOf, source, withRenderer } from './samples.ts'

const first = { page: 1, scale: 1 }

describe('a file that cannot be drawn', () => {
  test('is identified as encrypted, unreadable or too large', async () => {
    const pdf = await pdfOf(['Last will and testament'.repeat(50)], { compress: false })
    const files = {
      encrypted: await pdfOf(['secret'], { userPassword: 'key', ownerPassword: 'key' }),
      damaged: Buffer.from('%PDF-1.7 but no more\n%%EOF'),
      'cut-off': Buffer.from('%PDF-1.7 but no more'),
      'too-large': Buffer.alloc(100 * 1024 * 1024 + 1),
    }
    await withRenderer({}, async (renderer) => {
      for (const [code, bytes] of Object.entries(files)) {
        const drawn = renderer.draw(source(code, bytes), first)
        await expect(drawn, code).rejects.toMatchObject({ name: 'RenderError', code })
      }
      await expect(renderer.pages(source('empty', Buffer.alloc(0)))).rejects.toMatchObject({
        code: 'unreadable',
      })
      const half = source('half', pdf.subarray(0, 300))
      await expect(renderer.pages(half)).rejects.toMatchObject({ code: 'cut-off' })
      const repaired = pdf.toString('latin1').replace(/startxref\s+\d+/, 'startxref 7')
      expect(await renderer.pages(source('repaired', Buffer.from(repaired, 'latin1')))).toHaveLength(1)
      const end = pdf.subarray(0, pdf.lastIndexOf('xref\n'))
      const short = source('short', end)
      expect(await renderer.pages(short)).toHaveLength(1)
      expect(await renderer.isCutOff(short)).toBe(true)
    })
  })

  test('is refused with the same reason to all who ask at once', async () => {
    const file = source('encrypted', await pdfOf(['secret'], { userPassword: 'key' }))
    await withRenderer({}, async (renderer) => {
      const tasks = Array.from({ length: 8 }, () => renderer.draw(file, first))
      for (const task of await Promise.allSettled(tasks)) {
        expect(task).toMatchObject({ status: 'rejected', reason: { code: 'encrypted' } })
      }
    })
  })

  test('opens with its password, and for nobody else', async () => {
    const pdf = await pdfOf(['Für die Trustees'], { userPassword: 'Schlüssel-1887' })
    const opened = { ...source('locked a', pdf), password: 'Schlüssel-1887' }
    await withRenderer({}, async (renderer) => {
      expect((await renderer.text(opened, 1)).text).toContain('Trustees')
      await renderer.draw(opened, first)
      for (const other of [source('locked', pdf), { ...source('locked b', pdf), password: 'another' }])
        await expect(renderer.draw(other, first)).rejects.toMatchObject({ code: 'encrypted' })
      renderer.forget('locked')
      const reads = opened.reads()
      await renderer.text(opened, 1)
      expect(opened.reads()).toBe(reads + 1)
    })
  })

  test('without a user password opens', async () => {
    const pdf = await pdfOf(['For everyone'], { ownerPassword: 'key' })
    await withRenderer({}, async (renderer) => {
      expect((await renderer.text(source('owner', pdf), 1)).text).toContain('For everyone')
    })
  })

  test('passes an error of its storage on to the caller, and the next file works', async () => {
    const broken = {
      id: 'broken',
      fileType: 'application/pdf',
      size: 1,
      bytes: () => Promise.reject(new Error('disk')),
    }
    await withRenderer({}, async (renderer) => {
      await expect(renderer.pages(broken)).rejects.toThrow('disk')
      expect(await renderer.pages(source('good', await pdfOf(['a', 'b'])))).toHaveLength(2)
    })
  })
})

test('a task that takes too long is ended, waiting ones run on a new worker', async () => {
  const good = source('good', await pdfOf(['one', 'two']))
  await withRenderer({ timeoutMs: 3_000 }, async (renderer) => {
    await renderer.pages(good)
    const endless = source('endless', endlessPdf())
    await renderer.pages(endless)
    const hung = renderer.draw(endless, first)
    const waiting = [renderer.draw(good, first), renderer.text(good, 2), renderer.search(good, 'two')]
    await expect(hung).rejects.toEqual(new RenderError('timeout'))
    expect(await Promise.all(waiting)).toHaveLength(3)
    // The new worker did not hold the file.
    expect(good.reads()).toBeGreaterThan(1)
  })
})

test('a page that needs more memory than allowed is refused, the next one is drawn', async () => {
  const noise = await sharp({ create: { width: 4000, height: 4000, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const document = await PDFDocument.create()
  document
    .addPage([500, 500])
    .drawImage(await document.embedPng(noise), { x: 0, y: 0, width: 500, height: 500 })
  const greedy = Buffer.from(await document.save())
  await withRenderer({ memoryMb: 32 }, async (renderer) => {
    await expect(renderer.draw(source('greedy', greedy), first)).rejects.toMatchObject({ code: 'too-large' })
    expect(await renderer.draw(source('good', await pdfOf(['a'])), first)).toMatchObject({ width: 595 })
  })
})

test('a page that draws itself endlessly is refused', async () => {
  await withRenderer({ memoryMb: 64, timeoutMs: 10_000 }, async (renderer) => {
    const drawn = renderer.draw(source('nested', nestedPdf()), first)
    const code = expect.stringMatching(/too-large|timeout/)
    await expect(drawn).rejects.toMatchObject({ name: 'RenderError', code })
    expect(await renderer.draw(source('good', await pdfOf(['a'])), first)).toMatchObject({ width: 595 })
  })
})

test('the worker ends when idle and starts again', async () => {
  const file = source('idle', await pdfOf(['a']))
  const events = new EventEmitter()
  const logger = pino({ level: 'debug' }, { write: (line: string) => void events.emit('line', line) })
  await withRenderer({ idleMs: 1, logger }, async (renderer) => {
    for (let reads = 1; reads <= 3; reads++) {
      const ended = new Promise<void>((resolve) =>
        events.on('line', (line) => line.includes('rendering worker ended') && resolve()),
      )
      await Promise.all([ended, renderer.pages(file)])
      expect(file.reads()).toBe(reads)
    }
  })
})

/** Hundredths of a second of a processor that a process has used (man 5 proc, stat: utime). */
const ticksOf = (pid: number) =>
  Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[11])

test.skipIf(process.platform !== 'linux')(
  'a worker that is killed in the middle costs its task only',
  async () => {
    const before = childrenOf(process.pid)
    const ownWorkers = () => childrenOf(process.pid).filter((pid) => !before.includes(pid))
    await withRenderer({ workers: 1, timeoutMs: 60_000 }, async (renderer) => {
      await renderer.pages(source('endless', endlessPdf()))
      const [worker] = ownWorkers() as [number]
      const hung = renderer.draw(source('endless', endlessPdf()), first)
      const waiting = renderer.draw(source('good', await pdfOf(['a'])), first)
      const used = ticksOf(worker)
      await expect.poll(() => ticksOf(worker)).toBeGreaterThan(used + 20)
      process.kill(worker, 'SIGKILL')
      await expect(hung).rejects.toEqual(new RenderError('timeout', 'the worker ended (SIGKILL)'))
      expect(await waiting).toMatchObject({ width: 595 })
    })
    expect(ownWorkers()).toEqual([])
  },
)

test('a file that fills the heap of a worker ends that worker only', async () => {
  // A mail whose attachments are many small objects.
  const greedy = Buffer.from(
    `Subject: a\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\n\r\n'.repeat(2_000_000)}`,
  )
  await withRenderer({ workers: 1, memoryMb: 64, timeoutMs: 60_000 }, async (renderer) => {
    const drawn = renderer.draw(source('greedy', greedy, 'message/rfc822'), first)
    await expect(drawn).rejects.toMatchObject({ code: 'too-large' })
    expect(await renderer.draw(source('good', await pdfOf(['a'])), first)).toMatchObject({ width: 595 })
  })
})

test.skipIf(process.platform !== 'linux')('of a server that is killed no worker is left', async () => {
  const script = `
    import { pino } from 'pino'
    import { createRenderer } from '${new URL('./renderer.ts', import.meta.url)}'
    import { pdfOf, source } from '${new URL('./samples.ts', import.meta.url)}'
    import { childrenOf } from '${new URL('../../testing/resident.ts', import.meta.url)}'
    const renderer = createRenderer({ logger: pino({ level: 'silent' }), workers: 1 })
    await renderer.pages(source('a', await pdfOf(['a'])))
    console.log(childrenOf(process.pid).join())
    process.kill(process.pid, 'SIGKILL')`
  const server = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    env: { PATH: process.env.PATH },
  })
  const { stdout } = await server.catch((error: { stdout: string }) => error)
  expect(Number(stdout)).toBeGreaterThan(0)
  await expect.poll(() => existsSync(`/proc/${stdout.trim()}`)).toBe(false)
})

test.skipIf(process.platform !== 'linux')('a worker has none of the secrets of the server', async () => {
  process.env.MASTER_KEY = 'a secret'
  try {
    await withRenderer({ workers: 1 }, async (renderer) => {
      await renderer.pages(source('a', await pdfOf(['a'])))
      const variables = childrenOf(process.pid).map((pid) => readFileSync(`/proc/${pid}/environ`, 'utf8'))
      expect(variables.filter((text) => text.includes('MASTER_KEY'))).toEqual([])
      expect(variables.length).toBeGreaterThan(0)
    })
  } finally {
    delete process.env.MASTER_KEY
  }
})

test('a closed renderer refuses', async () => {
  const file = source('closed', await pdfOf(['a']))
  await withRenderer({}, async (renderer) => {
    const running = renderer.pages(file)
    await Promise.all([expect(running).rejects.toBeInstanceOf(RenderError), renderer.close()])
    await expect(renderer.pages(file)).rejects.toBeInstanceOf(RenderError)
  })
})

test('a machine without fonts still draws the watermark', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'no-fonts-'))
  const script = `
    import { pino } from 'pino'
    import { createRenderer } from '${new URL('./renderer.ts', import.meta.url)}'
    import { greys, pdfOf, source } from '${new URL('./samples.ts', import.meta.url)}'
    const renderer = createRenderer({ logger: pino({ level: 'silent' }) })
    const { image } = await renderer.draw(source('bare', await pdfOf([''])), { page: 1, scale: 2, watermark: ['margaret@example.com'] })
    const { count } = await greys(image)
    console.log(count(0, 0, 1191, 1684, (grey) => grey < 235))
    await renderer.close()`
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', script],
      {
        cwd: import.meta.dirname,
        env: {
          PATH: process.env.PATH,
          FONTCONFIG_PATH: empty,
          FONTCONFIG_FILE: join(empty, 'none'),
          HOME: empty,
        },
      },
    )
    expect(Number(stdout)).toBeGreaterThan(10_000)
  } finally {
    await rm(empty, { recursive: true })
  }
})
