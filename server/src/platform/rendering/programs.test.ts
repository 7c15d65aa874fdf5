import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileTypes } from '@deedbox/contract/file-types.ts'
import { docxOf, p } from '@deedbox/convert/testing/samples.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOcr } from './ocr.ts'
import { openOffice } from './office.ts'
import { runProgram } from './program.ts'
import { pdfOf, source, withRenderer } from './samples.ts'

const tesseract = '/usr/bin/tesseract'
const soffice = '/usr/bin/soffice'
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'programs-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A program of ours, in place of one that is not installed everywhere. */
async function script(name: string, lines: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, `#!/bin/sh\n${lines}\n`)
  await chmod(path, 0o755)
  return path
}
const docx = () => source('letter', docxOf(p('Dear Margaret')), fileTypes.docx)

test('a program is killed with its children when its time is over, writes too much or is not waited for', async () => {
  const left = join(folder, 'left')
  const path = await script('slow', `(sleep 2; touch ${left}) & sleep 30`)
  const begun = performance.now()
  await expect(runProgram({ path, args: [], timeoutMs: 300, maxOutput: 10 })).rejects.toThrow('SIGKILL')
  const signal = AbortSignal.timeout(300)
  await expect(runProgram({ path, args: [], timeoutMs: 9_000, maxOutput: 10, signal })).rejects.toThrow(
    'SIGKILL',
  )
  const loud = await script('loud', 'yes')
  await expect(runProgram({ path: loud, args: [], timeoutMs: 9_000, maxOutput: 10 })).rejects.toThrow()
  expect(performance.now() - begun).toBeLessThan(5_000)
  await expect.poll(() => performance.now() - begun).toBeGreaterThan(2_800)
  expect(existsSync(left)).toBe(false)
  await expect(runProgram({ path: '/no/where', args: [], timeoutMs: 900, maxOutput: 10 })).rejects.toThrow()
})

test('office files are converted by the program where it works; otherwise here, which is said; nothing is left on the disk', async () => {
  const home = join(folder, 'office')
  await mkdir(join(home, `${process.pid}-killed`), { recursive: true })
  await writeFile(join(folder, 'ready.pdf'), await pdfOf(['Made by the office']))
  const works = await script(
    'works',
    `while [ $# -gt 0 ]; do [ "$1" = --outdir ] && cp ${folder}/ready.pdf "$2/file.pdf"; shift; done`,
  )
  const fails = await script('fails', 'exit 3')
  const office = await openOffice({ path: works, folder: home })
  expect(await readdir(home)).toEqual([])
  const file = docx()
  await withRenderer({ office, folder }, async (renderer) => {
    for (const _ of [1, 2]) expect((await renderer.text(file, 1)).text).toBe('Made by the office')
    expect(file.reads()).toBe(1)
  })
  await withRenderer({ office: await openOffice({ path: fails, folder: home }) }, async (renderer) => {
    const { text } = await renderer.text(docx(), 1)
    expect(text).toMatch(/^Dear Margaret\s+LibreOffice could not convert this file/)
  })
  expect(await readdir(home)).toEqual([])
})

test.skipIf(!existsSync(soffice))(
  'LibreOffice itself converts a letter (skipped where it is not installed)',
  async () => {
    const office = await openOffice({ path: soffice, folder: join(folder, 'real') })
    await withRenderer({ office }, async (renderer) => {
      const { text } = await renderer.text(docx(), 1)
      expect(text.trim()).toBe('Dear Margaret')
    })
    expect(await readdir(join(folder, 'real'))).toEqual([])
  },
)

test('a Tesseract that does not work leaves the page without text', async () => {
  const ocr = openOcr({ path: await script('broken', 'exit 1'), languages: 'eng' })
  await expect(ocr.check()).rejects.toThrow()
  await withRenderer({ ocr }, async (renderer) => {
    expect(await renderer.text(source('empty', await pdfOf([''])), 1)).toEqual({ text: '', words: [] })
  })
})

test.skipIf(!existsSync(tesseract))(
  'the words of a deed are read from a page with a watermark as from one without (skipped where Tesseract is not installed)',
  async () => {
    const clauses = Array.from(
      { length: 18 },
      (_, index) => `${index + 1}.1 Until 30 June 2099 Margaret holds 50 % of it\n\n`,
    )
    const deed = source('deed', await pdfOf([clauses.join('')]))
    await withRenderer({}, async (renderer) => {
      const read = async (watermark: string[]) => {
        const { image } = await renderer.draw(deed, { page: 1, scale: 3, watermark })
        // The black of the page alone: Tesseract, unlike a person, reads the mark as well.
        const black = await sharp(image).threshold(100).png().toBuffer()
        return (await openOcr({ path: tesseract, languages: 'eng' }).read(black, { width: 595, height: 842 }))
          .text
      }
      const bare = await read([])
      expect(bare.match(/Until 30 June 2099 Margaret holds 50 ?% of it/g)).toHaveLength(clauses.length)
      expect(await read(['margaret@example.com', '1 Aug 2025, 10:31 am AEST'])).toBe(bare)
    })
  },
)

test.skipIf(!existsSync(tesseract))(
  'Tesseract reads a scan, which is then searched (skipped where it is not installed)',
  async () => {
    const ocr = openOcr({ path: tesseract, languages: 'eng' })
    await expect(openOcr({ path: tesseract, languages: 'eng+xyz' }).check()).rejects.toThrow('language xyz')
    expect(await ocr.check()).toMatch(/tesseract/)
    await withRenderer({ ocr }, async (renderer) => {
      const text = source('text', await pdfOf(['The settlor gives the piano to Margaret']))
      const { image } = await renderer.draw(text, { page: 1, scale: 3 })
      const scan = source('scan', await sharp(image).png().toBuffer(), 'image/png')
      const page = await renderer.text(scan, 1)
      expect(page.text).toContain('gives the piano to Margaret')
      const [piano] = page.words.filter((word) => word.text === 'piano')
      expect(piano?.y).toBeCloseTo(72 / 842, 1)
      const [hit] = (await renderer.search(scan, 'PIANO TO')).hits
      expect(hit).toMatchObject({ page: 1, count: 1 })
      expect(hit?.places[0]?.boxes).toHaveLength(2)
    })
  },
)
