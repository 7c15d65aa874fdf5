import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { convert } from './convert.ts'
import type { Limits } from './limits.ts'
import { headers, mail } from './testing/mails.ts'
import { type Kind, pagesOf, wordsOf } from './testing/pages.ts'
import { docxOf, p, wordPart, zipOf } from './testing/samples.ts'

const refused = expect.stringMatching(/^(unreadable|too-large|encrypted)$/)

describe('a hostile or broken office file is refused', () => {
  const entities = `<!DOCTYPE w:document [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>`
  const word = (inner: string, before = '') => ({
    'word/document.xml': `${before}${wordPart('document', `<w:body>${inner}</w:body>`)}`,
  })
  /** Zeros that unpack to this size, under the name of a part. */
  function bomb(name: string, size: number): Buffer {
    const zip = zipOf({ [name]: 'x' })
    const packed = deflateRawSync(Buffer.alloc(size), { level: 9 })
    const local = zip.subarray(0, 30 + Buffer.byteLength(name))
    const end = zip.lastIndexOf('PK\x01\x02', undefined, 'latin1')
    const directory = Buffer.from(zip.subarray(end))
    directory.writeUInt32LE(packed.length, 20)
    directory.writeUInt32LE(
      local.length + packed.length,
      directory.lastIndexOf('PK\x05\x06', undefined, 'latin1') + 16,
    )
    return Buffer.concat([local, packed, directory])
  }
  const cases: Record<string, [Kind, Buffer]> = {
    'entities that multiply': ['docx', docxOf('', word(p('&b;'), entities))],
    'an entity of another file': ['odt', zipOf({ 'content.xml': `${entities}<a>&x;</a>` })],
    'a gigabyte of zeros': ['docx', bomb('word/document.xml', 1024 ** 3)],
    'zeros as a table of texts': ['xlsx', zipOf({ 'xl/workbook.xml': Buffer.alloc(200 * 1024 ** 2) })],
    'elements in each other': ['docx', docxOf('<w:sdt>'.repeat(100_000))],
    'millions of elements': ['docx', docxOf('<w:p/>'.repeat(2_000_000))],
    'XML that breaks off': ['docx', docxOf('', { 'word/document.xml': '<w:document><w:body>' })],
    'no XML': ['docx', docxOf('', { 'word/document.xml': 'hello' })],
    'half of a zip': ['docx', docxOf(p('x')).subarray(0, 700)],
    'a zip without its part': ['odt', zipOf({ mimetype: 'x' })],
    'no zip': ['xlsx', Buffer.from('PK\x03\x04 nothing')],
  }
  test.each(Object.entries(cases))('%s', async (_, [kind, bytes]) => {
    const answer = await pagesOf(kind, bytes).catch((error) => error)
    if (Array.isArray(answer)) expect(answer).toHaveLength(1)
    else expect(answer).toMatchObject({ name: 'ConvertError', code: refused })
  })

  test('the text of an entity is never shown', async () => {
    expect(await wordsOf('docx', docxOf(p('&b; &lt;b&gt; &#x41;')))).toEqual(['&b; <b> A'])
  })
})

test('a mail of thousands of nested parts or elements is shown or refused', async () => {
  const nested = '<div>'.repeat(50_000)
  const parts = Array.from(
    { length: 3_000 },
    (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`,
  )
  for (const one of [
    mail([...headers, 'Content-Type: text/html'], `\n${nested}deep`),
    mail([...headers, 'Content-Type: text/html'], `\n${'<table><tr><td>a<td>'.repeat(20_000)}`),
    mail([...headers, 'Content-Type: text/html'], `\n<table>${'<tr><td>a<td>b'.repeat(100_000)}`),
    mail(headers, parts.join('')),
    mail([...headers, `To: ${'a@example.com, '.repeat(20_000)}`], '\ntext'),
    `Subject: ${'=?utf-8?Q?=E2?='.repeat(10_000)}\n\n`,
  ])
    await pagesOf('eml', one).then(
      (pages) => expect(pages.length).toBeGreaterThan(0),
      (error) => expect(error).toMatchObject({ name: 'ConvertError' }),
    )
})

test('a file is refused when it would take more memory or time than its caller allows', async () => {
  const [pages, options] = [docxOf(p('x').repeat(20_000)), { timeZone: 'UTC' }]
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  const codeOf = (limits: Limits) => convert(type, pages, { ...options, ...limits }).catch(({ code }) => code)
  expect(await codeOf({ memory: 8_000_000 })).toBe('memory')
  expect(await codeOf({ memory: 16_000_000 })).toBeInstanceOf(Buffer)
  expect(await codeOf({ deadline: performance.now() })).toBe('timeout')
})
