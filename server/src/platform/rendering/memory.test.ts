import { EventEmitter, once } from 'node:events'
import { pino } from 'pino'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pdfOf, roomyPdf, source, withRenderer } from './samples.ts'

const mib = 1024 * 1024
const first = { page: 1, scale: 1 }
const by = (person: string) => ({ asker: { person } })

/** Number of workers at once that could take more than 128 MiB. */
function countWorkers() {
  const most = { large: 0 }
  let now = 0
  const write = (line: string) => {
    const { msg, memoryMb } = JSON.parse(line)
    const step = msg === 'rendering worker started' ? 1 : msg === 'rendering worker ended' ? -1 : 0
    if (memoryMb > 128) now += step
    most.large = Math.max(most.large, now)
  }
  return { most, logger: pino({ level: 'debug' }, { write }) }
}

test('pages that need more memory than a worker may take are all drawn, one after the other, while others are drawn beside them', async () => {
  const { most, logger } = countWorkers()
  const interlaced = await sharp({
    create: { width: 6_000, height: 5_000, channels: 3, background: 'red' },
  })
    .png({ progressive: true })
    .toBuffer()
  const files = [roomyPdf(70), roomyPdf(75), interlaced, interlaced].map((bytes, n) =>
    source(`large ${n}`, bytes, n < 2 ? 'application/pdf' : 'image/png'),
  )
  const small = source('small', await pdfOf(['a']))
  await withRenderer({ workers: 4, logger, timeoutMs: 60_000 }, async (renderer) => {
    const drawn = await Promise.all([
      ...files.map((file) => renderer.draw({ ...file, ...by(file.id) }, first)),
      ...['x', 'y'].map((person) => renderer.draw({ ...small, ...by(person) }, first)),
    ])
    expect(drawn.map(({ width }) => width)).toEqual([595, 595, 2560, 2560, 595, 595])
  })
  expect(most.large).toBe(1)
})

test('a page that needs more than any worker may take is refused once its turn has come', async () => {
  const { most, logger } = countWorkers()
  await withRenderer({ workers: 2, logger, timeoutMs: 60_000 }, async (renderer) => {
    const drawn = ['a', 'b'].map((id) => renderer.draw({ ...source(id, roomyPdf(200)), ...by(id) }, first))
    for (const one of await Promise.allSettled(drawn))
      expect(one).toMatchObject({ status: 'rejected', reason: { name: 'RenderError', code: 'too-large' } })
  })
  expect(most.large).toBe(1)
})

test('a large file waits until there is room for it, and smaller ones pass', async () => {
  const pdf = await pdfOf(['a'])
  const began = new EventEmitter()
  const read: string[] = []
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const file = (id: string, size: number, ready = Promise.resolve()) => ({
    ...source(id, pdf),
    ...by(id),
    size,
    bytes: async () => {
      read.push(id)
      began.emit(id)
      await ready
      return Buffer.from(pdf)
    },
  })
  await withRenderer({ workers: 2 }, async (renderer) => {
    const begun = once(began, 'first')
    const large = [renderer.draw(file('first', 90 * mib, gate), first)]
    await begun
    large.push(renderer.draw(file('second', 90 * mib), first))
    await renderer.draw(file('small', 2 * mib), first)
    expect(read).toEqual(['first', 'small'])
    open()
    await Promise.all(large)
    expect(read).toEqual(['first', 'small', 'second'])
  })
})

test('files that nobody needs make way for others', async () => {
  const pdf = await pdfOf(['a'])
  const file = (id: string) => Object.assign(source(id, pdf), { size: 50 * mib })
  await withRenderer({ workers: 1 }, async (renderer) => {
    const files = ['a', 'b', 'c'].map(file)
    for (const one of files) await renderer.draw(one, first)
    for (const one of files) await renderer.text(one, 1)
    expect(files.map((one) => one.reads())).toEqual([1, 1, 1])
  })
})
