import { strToU8, type Zippable, zipSync } from 'fflate'

export interface OfficeInput {
  kind: 'docx' | 'xlsx' | 'odt' | 'eml'
  title: string
  /** Paragraphs; in a spreadsheet each is a row, its cells parted by tabs. */
  paragraphs: readonly string[]
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const openXml = 'http://schemas.openxmlformats.org'
const documentRelation = `${openXml}/officeDocument/2006/relationships`
// Zip stores local times from 1980 on; one fixed time makes the same file every time.
const madeAt = '2020-01-01T12:00:00'

/** Makes the smallest file of its kind that Word, Excel and LibreOffice open. The same bytes for the same input. */
export async function makeOffice({ kind, title, paragraphs }: OfficeInput): Promise<Buffer> {
  switch (kind) {
    case 'docx':
      return docx(title, paragraphs)
    case 'xlsx':
      return xlsx(title, paragraphs)
    case 'odt':
      return odt(title, paragraphs)
    case 'eml':
      return eml(title, paragraphs)
  }
}

/** Makes a plain text file, UTF-8. */
export function makeText({ title, paragraphs }: { title: string; paragraphs: readonly string[] }): Buffer {
  return Buffer.from(`${[title, '='.repeat(title.length), ...paragraphs].join('\n\n')}\n`)
}

function docx(title: string, paragraphs: readonly string[]): Buffer {
  const run = (text: string, look = '') =>
    `<w:p>${look}<w:r>${look && '<w:rPr><w:b/><w:sz w:val="36"/></w:rPr>'}<w:t xml:space="preserve">${xmlText(text)}</w:t></w:r></w:p>`
  const body = [
    run(title, '<w:pPr><w:spacing w:after="240"/></w:pPr>'),
    ...paragraphs.map((text) => run(text)),
  ]
  const page = '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>'
  const space = `${openXml}/wordprocessingml/2006/main`
  return officePackage('word/document.xml', 'wordprocessingml.document', {
    'word/document.xml': `<w:document xmlns:w="${space}"><w:body>${body.join('')}${page}</w:body></w:document>`,
  })
}

function xlsx(title: string, rows: readonly string[]): Buffer {
  const cell = (text: string) =>
    /^-?\d{1,15}(?:\.\d{1,6})?$/.test(text)
      ? `<c><v>${text}</v></c>`
      : `<c t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`
  const sheetRows = [title, ...rows].map((row) => `<row>${row.split('\t').map(cell).join('')}</row>`)
  const space = `${openXml}/spreadsheetml/2006/main`
  const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml'
  return officePackage(
    'xl/workbook.xml',
    'spreadsheetml.sheet',
    {
      'xl/workbook.xml': `<workbook xmlns="${space}" xmlns:r="${documentRelation}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relations('worksheet', 'worksheets/sheet1.xml'),
      'xl/worksheets/sheet1.xml': `<worksheet xmlns="${space}"><sheetData>${sheetRows.join('')}</sheetData></worksheet>`,
    },
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}"/>`,
  )
}

/** Makes an Open Packaging Conventions zip (ECMA-376 part 2) around the main part and its companions. */
function officePackage(main: string, type: string, parts: Record<string, string>, overrides = ''): Buffer {
  const packageSpace = `${openXml}/package/2006/content-types`
  const mainType = `application/vnd.openxmlformats-officedocument.${type}.main+xml`
  const types =
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `<Override PartName="/${main}" ContentType="${mainType}"/>${overrides}`
  return zip({
    '[Content_Types].xml': `<Types xmlns="${packageSpace}">${types}</Types>`,
    '_rels/.rels': relations('officeDocument', main),
    ...parts,
  })
}

function relations(type: string, target: string): string {
  const relation = `<Relationship Id="rId1" Type="${documentRelation}/${type}" Target="${target}"/>`
  return `<Relationships xmlns="${openXml}/package/2006/relationships">${relation}</Relationships>`
}

function odt(title: string, paragraphs: readonly string[]): Buffer {
  const space = 'urn:oasis:names:tc:opendocument:xmlns'
  const type = 'application/vnd.oasis.opendocument.text'
  const body = [`<text:h text:outline-level="1">${xmlText(title)}</text:h>`]
  for (const text of paragraphs) body.push(`<text:p>${xmlText(text)}</text:p>`)
  const content =
    `<office:document-content xmlns:office="${space}:office:1.0" xmlns:text="${space}:text:1.0" office:version="1.3">` +
    `<office:body><office:text>${body.join('')}</office:text></office:body></office:document-content>`
  const entry = (path: string, mediaType: string) =>
    `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${mediaType}"/>`
  const manifest = `<manifest:manifest xmlns:manifest="${space}:manifest:1.0" manifest:version="1.3">${entry('/', type)}${entry('content.xml', 'text/xml')}</manifest:manifest>`
  return zip({ 'META-INF/manifest.xml': manifest, 'content.xml': content }, type)
}

/** Zips these files. `mimetype` comes first and uncompressed (OpenDocument 1.3 part 2, section 3.3), so that the type is easy to detect. */
function zip(files: Record<string, string>, mimetype?: string): Buffer {
  const entries: Zippable = mimetype === undefined ? {} : { mimetype: [strToU8(mimetype), { level: 0 }] }
  for (const [path, content] of Object.entries(files)) entries[path] = strToU8(xml + content)
  return Buffer.from(zipSync(entries, { mtime: madeAt }))
}

async function eml(title: string, paragraphs: readonly string[]): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  return new MailComposer({
    from: { name: 'Margaret Hartley', address: 'margaret.hartley@hartleylowe.example' },
    to: { name: 'Jane Smith', address: 'jane.smith@example.com' },
    subject: title,
    date: new Date(`${madeAt}Z`),
    messageId: `<${encodeURIComponent(title)}@hartleylowe.example>`,
    text: paragraphs.join('\n\n'),
  })
    .compile()
    .build()
}

/** Makes text valid for XML 1.0, which allows no control characters. */
function xmlText(text: string): string {
  return text
    .replace(/[^\P{Cc}\t\n\r]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
