import { fileKeyHeader } from '@deedbox/contract/file-key.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdfOf } from '../../platform/rendering/samples.ts'
import { refusal, trail, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let trustee: Person
let documentId: string
const inner = 'From: a@example.com\r\nSubject: Inner\r\nContent-Type: multipart/mixed; boundary=i\r\n\r\n'

const part = (name: string, type: string, content: Buffer | string) =>
  `--b\r\nContent-Type: ${type}\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content).toString('base64')}\r\n`

beforeAll(async () => {
  app = await startTestApp()
  trustee = await app.person('trustee')
  const mail = [
    'From: margaret@example.com\r\nTo: office@example.com\r\nSubject: The deed\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n',
    '--b\r\nContent-Type: text/plain\r\n\r\nSee what is attached.\r\n',
    part('deed.pdf', 'application/octet-stream', await pdfOf(['The settlor declares', 'Signed'])),
    part('locked.pdf', 'application/pdf', await pdfOf(['Secret'], { userPassword: 'open' })),
    part('program.exe', 'application/x-msdownload', 'MZ'),
    part(
      'older.eml',
      'message/rfc822',
      `${inner}--i\r\nContent-Type: text/plain; name="note.txt"\r\nContent-Disposition: attachment; filename="note.txt"\r\n\r\nThe piano\r\n--i--\r\n`,
    ),
    '--b--\r\n',
  ].join('')
  documentId = (await upload(app, trustee, { fileName: 'mail.eml' }, Buffer.from(mail))).id
})
afterAll(() => app.stop())

const get = (as: Person, file: string, path: string, headers: Record<string, string> = {}) =>
  app.call(as, 'GET', `/api/documents/${documentId}${file}/${path}`, undefined, { headers })
const last = async () => (await trail(app, documentId)).at(-1)

test('a mail lists its attachments, and each opens in its own pages, those of an attached mail too', async () => {
  const { file, attachments } = (await get(trustee, '', 'pages')).json()
  expect(file).toEqual({ name: 'mail.eml', type: 'message/rfc822' })
  expect(attachments.map((one: { name: string; opens: boolean }) => [one.name, one.opens])).toEqual([
    ['deed.pdf', true],
    ['locked.pdf', true],
    ['program.exe', false],
    ['older.eml', true],
  ])
  const deed = (await get(trustee, '.1', 'pages')).json()
  expect([deed.pages.length, deed.file]).toEqual([2, { name: 'deed.pdf', type: 'application/pdf' }])
  expect((await get(trustee, '.1', 'pages/2/text')).json().text).toContain('Signed')
  const older = (await get(trustee, '.4', 'pages')).json()
  expect(older.attachments).toMatchObject([{ number: 1, name: 'note.txt', opens: true }])
  expect((await get(trustee, '.4.1', 'pages/1/text')).json().text).toContain('The piano')
  expect((await get(trustee, '', 'pages/1/text')).json().text).toContain('See what is attached.')
})

test('each reading of an attachment has its event, which says of which', async () => {
  await get(trustee, '.1', 'pages/1')
  const deed = { attachment: '1', attached: 'deed.pdf' }
  expect(await last()).toMatchObject({ event: 'document_viewed', details: { ...deed, page: 1 } })
  await get(trustee, '.1', 'search?text=settlor')
  expect(await last()).toMatchObject({ event: 'document_searched', details: deed })
  await get(trustee, '.4.1', 'content')
  expect(await last()).toMatchObject({
    event: 'document_downloaded',
    details: { attachment: '4.1', attached: 'note.txt' },
  })
  await get(trustee, '.1', 'pages/2?for=ahead')
  await app.call(trustee, 'POST', `/api/documents/${documentId}.1/pages/shown`, { pages: [2] })
  expect(await last()).toMatchObject({ event: 'document_viewed', details: { ...deed, page: 2 } })
  const other = await app.call(trustee, 'POST', `/api/documents/${documentId}/pages/shown`, { pages: [2] })
  expect(refusal(other)).toEqual([404, 'not-found'])
  const { entries } = (await app.call(trustee, 'GET', `/api/documents/${documentId}/history`)).json()
  expect(entries[0].notes).toBe('Attachment 1: deed.pdf, Page 2')
})

test('the rules are those of the mail: who sees it, the mark, no words and no file for who may only view', async () => {
  const viewer = await app.person('guest')
  for (const path of ['pages', 'pages/1', 'content'])
    expect(refusal(await get(viewer, '.1', path))).toEqual([404, 'document-not-found'])
  const share = { email: viewer.email, accessLevel: 'view' }
  await app.call(trustee, 'POST', `/api/documents/${documentId}/access`, share)
  const before = await trail(app, documentId)
  for (const path of ['content', 'pages/1/text', 'text?from=1&to=1', 'pages/1?for=printing'])
    expect(refusal(await get(viewer, '.1', path))).toEqual([403, 'download-not-allowed'])
  expect(await trail(app, documentId)).toEqual(before)
  const marked = await get(viewer, '.1', 'pages/1')
  expect(marked.statusCode).toBe(200)
  expect(marked.rawPayload.equals((await get(trustee, '.1', 'pages/1')).rawPayload)).toBe(false)
})

test('an attached PDF with a password is opened with it; what has no pages is only downloaded', async () => {
  expect(refusal(await get(trustee, '.2', 'pages'))).toEqual([422, 'file-password-needed'])
  const unlock = `/api/documents/${documentId}.2/unlock`
  expect(refusal(await app.call(trustee, 'POST', unlock, { password: 'shut' }))[1]).toBe(
    'file-password-wrong',
  )
  const { key } = (await app.call(trustee, 'POST', unlock, { password: 'open' })).json()
  const opened = await get(trustee, '.2', 'pages/1/text', { [fileKeyHeader]: key })
  expect(opened.json().text).toContain('Secret')
  expect(refusal(await get(trustee, '.3', 'pages'))).toEqual([415, 'preview-unavailable'])
  const file = await get(trustee, '.3', 'content')
  expect([file.body, file.headers['content-type']]).toEqual(['MZ', 'application/octet-stream'])
  expect(file.headers['content-disposition']).toContain('program.exe')
})

test('there are no others', async () => {
  for (const file of ['.5', '.1.1', '.4.2'])
    for (const path of ['pages', 'content'])
      expect(refusal(await get(trustee, file, path))).toEqual([404, 'attachment-not-found'])
  for (const file of ['.0', '.x', '.1.1.1.1'])
    expect((await get(trustee, file, 'pages')).statusCode).toBe(400)
})
