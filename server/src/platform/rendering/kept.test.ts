import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepPages } from './kept.ts'
import { endlessPdf, greys, pdfOf, silent, source, withRenderer } from './samples.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kept-'))
})
afterAll(() => rm(folder, { recursive: true }))

const page = (bytes: number) => ({ image: randomBytes(bytes), width: 3, height: 4 })

describe('kept pages', () => {
  const options = () => ({ folder, maxBytes: 10_000, keepMs: 60_000, logger: silent })

  test('come back as they were, within the bound the newest of them, and leave nothing in the folder', async () => {
    const kept = keepPages(options())
    const pages = Array.from({ length: 30 }, (_, n) => [`deed ${n}`, page(900 + n * 10)] as const)
    for (const [name, each] of pages) await kept.put(name, each)
    const found = await Promise.all(pages.map(async ([name]) => await kept.get(name)))
    for (const [n, each] of found.entries()) if (each) expect(each).toEqual(pages[n]?.[1])
    expect(found.slice(-7).every(Boolean)).toBe(true)
    expect(found.slice(0, 15).some(Boolean)).toBe(false)
    expect(await readdir(folder)).toEqual([])
    await kept.close()
    expect(await kept.get('deed 29')).toBeUndefined()
  })

  test('are forgotten by the start of their name, when they are old, and when they were forgotten while written', async () => {
    const kept = keepPages(options())
    await kept.put('deed 1', page(10))
    await kept.put('deeds 1', page(10))
    await kept.put('will 1', page(10), () => false)
    kept.forget('deed ')
    expect(await kept.get('deed 1')).toBeUndefined()
    expect(await kept.get('deeds 1')).toBeDefined()
    expect(await kept.get('will 1')).toBeUndefined()
    await kept.close()
    const old = keepPages({ ...options(), keepMs: -1 })
    await old.put('deed 1', page(10))
    expect(await old.get('deed 1')).toBeUndefined()
    await old.close()
  })

  test('need no disk: without one, nothing is kept and nothing fails', async () => {
    const kept = keepPages({ ...options(), folder: '/dev/null/nowhere' })
    await kept.put('deed 1', page(10))
    expect(await kept.get('deed 1')).toBeUndefined()
    await kept.close()
  })
})

describe('a page that was drawn', () => {
  test('is not drawn again, for anybody, until it is forgotten', async () => {
    const file = source('drawn', await pdfOf(['The settlor declares a trust.']))
    await withRenderer({ folder }, async (renderer) => {
      const draw = (watermark: string[] = []) => renderer.draw(file, { page: 1, scale: 2, watermark })
      const first = await draw()
      // A worker that held the file would not read it; one that is asked for it again must.
      renderer.forget('another')
      const again = await draw()
      expect(again).toEqual(first)
      const marked = await draw(['margaret@example.com'])
      expect(await draw(['margaret@example.com'])).toEqual(marked)
      expect((await draw(['george@example.com'])).image.equals(marked.image)).toBe(false)
      expect(file.reads()).toBe(1)
      renderer.forget('drawn')
      expect(await draw()).toEqual(first)
      expect(file.reads()).toBe(2)
    })
  })

  test('looks the same with a watermark whether it was kept or not', async () => {
    const bytes = await pdfOf(['The settlor declares a trust. '.repeat(40)])
    await withRenderer({ folder }, async (renderer) => {
      const draw = async (id: string, watermark: string[]) =>
        await greys((await renderer.draw(source(id, bytes), { page: 1, scale: 2, watermark })).image)
      const fresh = await draw('fresh', ['margaret@example.com'])
      await draw('kept', [])
      const kept = await draw('kept', ['margaret@example.com'])
      const apart = fresh.data.filter((grey, at) => Math.abs(grey - (kept.data[at] ?? 0)) > 24).length
      expect(apart / fresh.data.length).toBeLessThan(0.001)
    })
  })

  test('is drawn once for those who ask at once, each with their own watermark', async () => {
    const file = source('together', await pdfOf(['The settlor declares a trust.']))
    await withRenderer({ folder }, async (renderer) => {
      const people = Array.from({ length: 8 }, (_, n) => `person${n}@example.com`)
      const drawn = await Promise.all(
        people.map((person) =>
          renderer.draw({ ...file, asker: { person } }, { page: 1, scale: 1, watermark: [person] }),
        ),
      )
      expect(new Set(drawn.map(({ image }) => image.toString('base64'))).size).toBe(people.length)
      expect(file.reads()).toBe(1)
    })
  })
})

test('a drawing that everybody has left is ended, one that somebody waits for goes on', async () => {
  const endless = source('endless', endlessPdf())
  const slow = source('slow', endlessPdf(150))
  const good = source('good', await pdfOf(['a']))
  const log: string[] = []
  const logger = pino({ level: 'debug' }, { write: (line: string) => void log.push(line) })
  const first = { page: 1, scale: 1 }
  await withRenderer({ folder, workers: 1, logger }, async (renderer) => {
    const leaving = [new AbortController(), new AbortController()]
    const drawn = leaving.map(({ signal }, n) =>
      renderer.draw({ ...endless, asker: { person: `${n}`, signal } }, first),
    )
    const waiting = renderer.draw({ ...good, asker: { person: 'other' } }, first)
    for (const [n, each] of leaving.entries()) {
      each.abort()
      await expect(drawn[n]).rejects.toMatchObject({ code: 'abandoned' })
    }
    expect(await waiting).toMatchObject({ width: 595 })
    expect(log.join('')).toContain('"code":"abandoned"')
    expect(log.join('')).not.toContain('"code":"timeout"')

    const staying = renderer.draw({ ...slow, asker: { person: 'stays' } }, first)
    const gone = new AbortController()
    const joined = renderer.draw({ ...slow, asker: { person: 'goes', signal: gone.signal } }, first)
    gone.abort()
    await expect(joined).rejects.toMatchObject({ code: 'abandoned' })
    expect(await staying).toMatchObject({ width: 595 })
    expect(slow.reads()).toBe(1)
  })
})
