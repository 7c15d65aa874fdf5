import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DocumentRow } from '@deedbox/contract/documents.ts'
import { docxOf, p } from '@deedbox/convert/testing/samples.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isIsolated } from '../../platform/rendering/program.ts'
import { pdfOf, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

let folder: string
let app: TestApp
let admin: Person
let trustee: Person

/** Makes a program of ours; it fails while there is a file `broken`. */
async function program(name: string, lines: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, `#!/bin/sh\n[ -e ${folder}/broken ] && exit 3\n${lines}\n`)
  await chmod(path, 0o755)
  return path
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deedbox-programs-'))
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`)
  await unshare(true)
  await writeFile(join(folder, 'office.pdf'), await pdfOf('Printed by the office'))
  const word = ['5', '1', '1', '1', '1', '1', '300', '400', '200', '40', '96', 'heirloom'].join('\\t')
  app = await startTestApp({
    LIBREOFFICE: await program(
      'office',
      `while [ $# -gt 0 ]; do
        [ "$1" = --version ] && echo 'Office 25.2'
        [ "$1" = --outdir ] && cp ${folder}/office.pdf "$2/file.pdf"
        shift
      done; true`,
    ),
    TESSERACT: await program(
      'tesseract',
      `case "$1" in --list-langs) cat ${folder}/languages;; --version) echo 'tesseract 5.5';; *) cat >/dev/null; printf '${word}\\n';; esac`,
    ),
  })
  await writeFile(join(folder, 'languages'), 'List of languages\neng\n')
  admin = await app.person('admin')
  trustee = await app.person('trustee')
})
afterAll(async () => {
  await app.stop()
  vi.unstubAllEnvs()
  // The tests after these use the machine's own.
  await isIsolated()
  await rm(folder, { recursive: true })
})

/** Makes a program in place of the machine's: it starts what it is given where the system `allows` that, and fails where it does not. */
async function unshare(allows: boolean): Promise<void> {
  const path = join(folder, 'unshare')
  await writeFile(
    path,
    `#!/bin/sh\n${allows ? 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"' : 'exit 1'}\n`,
  )
  await chmod(path, 0o755)
}

const health = async () => {
  const { checks } = (await app.call(admin, 'GET', '/api/system/health')).json()
  const of = (name: string) => checks.find(({ check }: { check: string }) => check === name)
  return [of('office'), of('ocr')].map(({ state, message }) => [state, message])
}
const get = (id: string, path: string) => app.call(trustee, 'GET', `/api/documents/${id}/${path}`)
const found = async (text: string) => {
  const { documents } = (await app.call(trustee, 'GET', `/api/documents?text=${text}`)).json()
  return documents.map(({ id }: DocumentRow) => id)
}
async function index(): Promise<void> {
  const { jobs, database } = app.services
  await database.db.transaction((tx) => jobs.send(tx, 'index-documents', {}))
  await jobs.runDue('index-documents')
}
const store = async (fileName: string, content: Buffer) =>
  (await upload(app, trustee, { fileName }, content)).id

/** Checks that the first page of a document is a picture, and has this text. */
async function expectRead(id: string, text: string): Promise<void> {
  const page = await get(id, 'pages/1')
  expect(page.headers['content-type']).toBe('image/jpeg')
  expect((await sharp(page.rawPayload).metadata()).width).toBeGreaterThan(700)
  expect((await get(id, 'pages/1/text')).json().text).toContain(text)
}

test('a Word file is shown as LibreOffice prints it, the words of a scan are read, and all are found by them', async () => {
  expect(await health()).toEqual([
    ['good', 'It works: Office 25.2.'],
    ['good', 'It works: tesseract 5.5.'],
  ])
  const letter = await store('letter.docx', docxOf(p('My theodolite')))
  await expectRead(letter, 'Printed by the office')
  const white = sharp({ create: { width: 1000, height: 1400, channels: 3, background: 'white' } })
  const scan = await store('scan.png', await white.png().toBuffer())
  await expectRead(scan, 'heirloom')
  expect((await get(scan, 'search?text=HEIRLOOM')).json().hits).toMatchObject([{ page: 1, count: 1 }])
  await index()
  expect([await found('heirloom'), await found('office'), await found('theodolite')]).toEqual([
    [scan],
    [letter],
    [],
  ])
})

test('where the system does not let the programs be started without a network, the health page says so and they work', async () => {
  await unshare(false)
  const refused = /^It works: .*\. But the system refuses to start it without a network.*operations guide/
  expect(await health()).toEqual([
    ['warning', expect.stringMatching(refused)],
    ['warning', expect.stringMatching(refused)],
  ])
  await expectRead(await store('open.docx', docxOf(p('My astrolabe'))), 'Printed by the office')
  await unshare(true)
  expect((await health()).map(([state]) => state)).toEqual(['good', 'good'])
})

test('where the programs do not work the health page says so, and Word files and emails are shown all the same', async () => {
  await writeFile(join(folder, 'languages'), 'List of languages\ndeu\n')
  expect((await health())[1]).toEqual(['warning', expect.stringContaining('not have the language eng')])
  await writeFile(join(folder, 'broken'), '')
  expect(await health()).toEqual([
    ['warning', expect.stringMatching(/^It does not work \(.* ended with 3\)\. .* Check LIBREOFFICE\.$/)],
    ['warning', expect.stringMatching(/ended with 3\)\. .* Check TESSERACT and TESSERACT_LANGUAGES\.$/)],
  ])
  const letter = await store('letter.docx', docxOf(p('My sextant to Zoë')))
  await expectRead(letter, 'My sextant to Zoë')
  expect((await get(letter, 'pages/1/text')).json().text).toContain('LibreOffice could not convert')
  const mail = [
    'From: Zoë <zoe@example.com>\r\nSubject: The barometer\r\nMIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8\r\n\r\n<p>It hangs in the <b>vestibule</b></p>',
  ].join('\r\n')
  const email = await store('mail.eml', Buffer.from(mail))
  await expectRead(email, 'vestibule')
  await index()
  expect([await found('sextant'), await found('barometer'), await found('vestibule')]).toEqual([
    [letter],
    [email],
    [email],
  ])
})
