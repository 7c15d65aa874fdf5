/** Office files made for tests: the XML that word processors write, without what nobody reads. */

import { strToU8, type Zippable, zipSync } from 'fflate'

export type Parts = Record<string, string | Uint8Array>

export const zipOf = (parts: Parts, level: 0 | 6 = 6): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]),
      ) as Zippable,
      { level },
    ),
  )

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const sheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'

export const relationsOf = (all: Record<string, [type: string, target: string, mode?: string]>): string =>
  `<Relationships xmlns="${relations}">${Object.entries(all)
    .map(
      ([id, [type, target, mode]]) =>
        `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`,
    )
    .join('')}</Relationships>`

const kinds = 'application/vnd.openxmlformats-officedocument'
const types = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
  <Default Extension="png" ContentType="image/png"/><Default Extension="xml" ContentType="application/xml"/>
  ${[
    ['word/document', 'wordprocessingml.document.main'],
    ['word/styles', 'wordprocessingml.styles'],
    ['word/numbering', 'wordprocessingml.numbering'],
    ['word/footnotes', 'wordprocessingml.footnotes'],
    ['word/header1', 'wordprocessingml.header'],
    ['word/footer1', 'wordprocessingml.footer'],
    ['xl/workbook', 'spreadsheetml.sheet.main'],
    ['xl/worksheets/sheet0', 'spreadsheetml.worksheet'],
    ['xl/styles', 'spreadsheetml.styles'],
  ]
    .map(([name, kind]) => `<Override PartName="/${name}.xml" ContentType="${kinds}.${kind}+xml"/>`)
    .join('')}</Types>`

/** A Word file with this body; other parts beside it. */
export function docxOf(body: string, parts: Parts = {}): Buffer {
  const names = ['styles', 'numbering', 'footnotes', 'comments', 'header1', 'footer1'].filter(
    (name) => parts[`word/${name}.xml`],
  )
  const all = Object.fromEntries(
    names.map((name) => [name, [name.replace(/\d$/, ''), `${name}.xml`] as [string, string]]),
  )
  return zipOf({
    '[Content_Types].xml': types,
    '_rels/.rels': relationsOf({ a: ['officeDocument', 'word/document.xml'] }),
    'word/_rels/document.xml.rels': relationsOf(all),
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="${word}" xmlns:r="${office}"
      xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
      xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><w:body>${body}</w:body></w:document>`,
    ...parts,
  })
}
export const wordPart = (name: string, inner: string): string =>
  `<w:${name} xmlns:w="${word}" xmlns:r="${office}">${inner}</w:${name}>`
export const p = (words: string, properties = '', run = ''): string =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}<w:r>${run && `<w:rPr>${run}</w:rPr>`}<w:t xml:space="preserve">${words}</w:t></w:r></w:p>`

/** A spreadsheet with these sheets: the inner XML of each. */
export function xlsxOf(sheets: Record<string, string>, parts: Parts = {}, about = ''): Buffer {
  const names = Object.keys(sheets)
  const others = ['sharedStrings', 'styles'].filter((name) => parts[`xl/${name}.xml`])
  return zipOf({
    '[Content_Types].xml': types,
    '_rels/.rels': relationsOf({ a: ['officeDocument', 'xl/workbook.xml'] }),
    'xl/_rels/workbook.xml.rels': relationsOf({
      ...Object.fromEntries(
        names.map((_, n) => [`s${n}`, ['worksheet', `worksheets/sheet${n}.xml`] as [string, string]]),
      ),
      ...Object.fromEntries(others.map((name) => [name, [name, `${name}.xml`] as [string, string]])),
    }),
    'xl/workbook.xml': `<workbook xmlns="${sheet}" xmlns:r="${office}">${about}<sheets>${names
      .map(
        (name, n) =>
          `<sheet name="${name.replace('!', '')}" r:id="s${n}"${name.startsWith('!') ? ' state="hidden"' : ''}/>`,
      )
      .join('')}</sheets></workbook>`,
    ...Object.fromEntries(
      names.map((name, n) => [`xl/worksheets/sheet${n}.xml`, sheetPart('worksheet', sheets[name] ?? '')]),
    ),
    ...parts,
  })
}
export const sheetPart = (name: string, inner: string): string =>
  `<${name} xmlns="${sheet}">${inner}</${name}>`

const open = 'urn:oasis:names:tc:opendocument:xmlns'
const openNames = [
  'office',
  'text',
  'table',
  'style',
  'draw:drawing',
  'fo:xsl-fo-compatible',
  'svg:svg-compatible',
]
  .map((name) => `xmlns:${name.split(':')[0]}="${open}:${name.split(':').at(-1)}:1.0"`)
  .join(' ')

/** An ODT file with this text and these automatic styles. */
export const odtOf = (inner: string, styles = '', parts: Parts = {}): Buffer =>
  zipOf({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<?xml version="1.0"?><office:document-content ${openNames} xmlns:xlink="http://www.w3.org/1999/xlink">
      <office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text>${inner}</office:text></office:body></office:document-content>`,
    ...parts,
  })
export const openPart = (name: string, inner: string): string =>
  `<office:${name} ${openNames}>${inner}</office:${name}>`
