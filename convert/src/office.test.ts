import { describe, expect, test } from 'vitest'
import { pagesOf, pdfOf } from './testing/pages.ts'
import type { Page } from './testing/read-pdf.ts'
import {
  docxOf,
  odtOf,
  openPart,
  type Parts,
  p,
  relationsOf,
  sheetPart,
  wordPart,
  xlsxOf,
} from './testing/samples.ts'

const linesOf = (pages: Page[], page = 1) => pages[page - 1]?.lines ?? []

describe('a Word file', () => {
  const level = (n: number, format: string, pattern: string, inner = '') =>
    `<w:lvl w:ilvl="${n}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${inner}<w:lvlText w:val="${pattern}"/></w:lvl>`
  const numbering = wordPart(
    'numbering',
    `<w:abstractNum w:abstractNumId="7">${level(0, 'decimal', '%1.', '<w:pStyle w:val="Clause"/>')}${level(1, 'decimal', '%1.%2')}
      ${level(2, 'lowerLetter', '(%3)')}${level(3, 'upperRoman', '%4)')}</w:abstractNum>
      <w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>
      <w:num w:numId="2"><w:abstractNumId w:val="7"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>`,
  )
  const styles = wordPart(
    'styles',
    `<w:style w:type="paragraph" w:styleId="Clause"><w:basedOn w:val="Bold"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
     <w:style w:type="paragraph" w:styleId="Bold"><w:basedOn w:val="Clause"/><w:rPr><w:b/></w:rPr></w:style>`,
  )
  const at = (n: number, list = 1) => `<w:numPr><w:ilvl w:val="${n}"/><w:numId w:val="${list}"/></w:numPr>`

  test('has the clause numbers that its lawyer sees, also where styles are based on each other', async () => {
    const body = [
      p('Interpretation', '<w:pStyle w:val="Clause"/>'),
      p('In this deed', at(1)),
      p('Trustee', at(2)),
      p('Vesting day', at(2)),
      p('Powers', '<w:pStyle w:val="Clause"/>'),
      p('To sell', at(1)),
      p('land', at(2)),
      p('of any kind', at(3)),
      p('Schedule', at(0, 2)),
    ].join('')
    const one = await pagesOf(
      'docx',
      docxOf(body, { 'word/numbering.xml': numbering, 'word/styles.xml': styles }),
    )
    expect(linesOf(one)).toEqual([
      '1. Interpretation',
      '1.1 In this deed',
      '(a) Trustee',
      '(b) Vesting day',
      '2. Powers',
      '2.1 To sell',
      '(a) land',
      'I) of any kind',
      '1. Schedule',
    ])
  })

  test('shows what was inserted and deleted, footnotes, page numbers and breaks; nothing that is hidden', async () => {
    const body = `<w:p><w:r><w:t xml:space="preserve">She gives </w:t></w:r><w:ins><w:r><w:t>$20</w:t></w:r></w:ins>
      <w:del><w:r><w:delText>$10</w:delText></w:r></w:del><w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r>
      <w:r><w:t xml:space="preserve"> to Zoë</w:t></w:r><w:r><w:footnoteReference w:id="5"/></w:r></w:p>
      <w:p><w:r><w:t>first</w:t><w:br w:type="page"/><w:t>second</w:t></w:r></w:p>
      <w:sectPr><w:footerReference w:type="default" r:id="footer1"/></w:sectPr>`
    const field = (name: string) =>
      `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${name}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>88</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`
    const parts = {
      'word/footnotes.xml': wordPart('footnotes', `<w:footnote w:id="5">${p('Born in 1970')}</w:footnote>`),
      'word/comments.xml': wordPart('comments', `<w:comment>${p('Really?')}</w:comment>`),
      'word/footer1.xml': wordPart(
        'ftr',
        `<w:p>${field('PAGE')}<w:fldSimple w:instr="NUMPAGES"><w:r><w:t>99</w:t></w:r></w:fldSimple></w:p>`,
      ),
    }
    const one = await pagesOf('docx', docxOf(body, parts))
    const first = linesOf(one).join(' ')
    expect(first).toMatch(
      /^She gives \$20\$10 to Zoë1 first 12 .*tracked changes.* comments, which are not shown here/,
    )
    expect(linesOf(one, 2).join(' ')).toMatch(/second 1 Born in 1970 22/)
    expect(first).not.toMatch(/secret|88|99/)
  })

  test('shows its pictures and tables; a picture from elsewhere is not fetched', async () => {
    const image = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAD0lEQVQI12NgYGgAIzAFAAwOAgGzc+5GAAAAAElFTkSuQmCC',
      'base64',
    )
    const drawing = (id: string) =>
      `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="1270000" cy="1270000"/><wp:docPr name="Seal"/><a:blip r:embed="${id}" r:link="${id}"/></wp:inline></w:drawing></w:r></w:p>`
    const row = (...cells: string[]) =>
      `<w:tr>${cells.map((cell) => `<w:tc>${p(cell)}</w:tc>`).join('')}</w:tr>`
    const body = `${drawing('in')}${drawing('out')}<w:tbl><w:tblGrid><w:gridCol w:w="3000"/><w:gridCol w:w="3000"/></w:tblGrid>${row('House', '$1')}${row('Car', '$2')}</w:tbl>`
    const parts: Parts = {
      'word/media/a.png': image,
      'word/_rels/document.xml.rels': relationsOf({
        in: ['image', 'media/a.png'],
        out: ['image', 'http://127.0.0.1:9/seal.png', 'External'],
      }),
    }
    const file = docxOf(body, parts)
    expect(linesOf(await pagesOf('docx', file))).toEqual([
      '[A picture that cannot be shown here: Seal]',
      'House $1',
      'Car $2',
    ])
    const pictures = (await pdfOf('docx', file)).toString('latin1').match(/\/Subtype \/Image/g)
    expect(pictures).toHaveLength(1)
  })
})

describe('a spreadsheet', () => {
  const value = (name: string, number: number, style: number) =>
    `<c r="${name}" s="${style}"><v>${number}</v></c>`
  const formats = [
    'General',
    '"$"#,##0.00;[Red]\\("$"#,##0.00\\)',
    'd mmm yyyy',
    '0.0%',
    '#,##0',
    '[h]:mm',
    'dddd d mmmm yyyy h:mm AM/PM',
    '00000',
    '#.##',
  ]
  const styles = sheetPart(
    'styleSheet',
    `<numFmts>${formats.map((code, n) => `<numFmt numFmtId="${200 + n}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts>
     <cellXfs>${formats.map((_, n) => `<xf numFmtId="${200 + n}"/>`).join('')}<xf numFmtId="14"/></cellXfs>`,
  )

  test('shows numbers and dates as its format does, sheet by sheet, and says what is hidden', async () => {
    const cells = [
      value('A1', 1234567.891, 1),
      value('B1', -20, 1),
      value('C1', 46237, 2),
      value('D1', 0.0425, 3),
      value('A2', 1e6, 4),
      value('B2', 1.75, 5),
      value('C2', 46237.5625, 6),
      value('D2', 42, 7),
      value('A3', 0.1 + 0.2, 0),
      value('B3', 0.5, 8),
      value('C3', 46237, 9),
      '<c r="D3" t="s"><v>0</v></c>',
      '<c r="A4" t="b"><v>1</v></c><c r="B4" t="e"><v>#REF!</v></c><c r="C4" t="str"><f>A1</f><v>sum</v></c>',
    ]
    const rows = [0, 4, 8, 12].map(
      (from, n) => `<row r="${n + 1}">${cells.slice(from, from + (n === 3 ? 1 : 4)).join('')}</row>`,
    )
    const strings = sheetPart('sst', '<si><r><t>Rich </t></r><r><t>text</t></r><rPh><t>no</t></rPh></si>')
    const one = await pagesOf(
      'xlsx',
      xlsxOf(
        {
          Assets: `<sheetData>${rows.join('')}</sheetData>`,
          '!Secret': '<sheetData><row r="1"><c r="A1" t="str"><v>hidden</v></c></row></sheetData>',
          Debts: '<sheetData/>',
        },
        { 'xl/styles.xml': styles, 'xl/sharedStrings.xml': strings },
      ),
    )
    expect(linesOf(one)).toEqual([
      'Assets',
      '$1,234,567.89 ($20.00) 3 Aug 2026 4.3%',
      '1,000,000 42:00 Monday 3 August 2026 1:30 pm 00042',
      '0.3 .5 3/08/2026 Rich text',
      'TRUE #REF! sum',
      'One hidden sheet is not shown.',
    ])
    expect(linesOf(one, 2)).toEqual(['Debts', 'This sheet is empty.'])
  })

  test('that is wide is shown in groups of columns, one that is long as far as it can be, which is said', async () => {
    const wide = Array.from({ length: 40 }, (_, n) => `<c t="str"><v>cell ${n}</v></c>`).join('')
    const long = `<sheetData>${'<row><c t="str"><v>x</v></c></row>'.repeat(200_000)}`
    const one = await pagesOf(
      'xlsx',
      xlsxOf({
        Wide: `<sheetViews><sheetView><pane xSplit="1" state="frozen"/></sheetView></sheetViews>
          <cols><col min="1" max="40" width="20"/></cols><sheetData><row>${wide}</row><row hidden="1"/><row>${wide}</row></sheetData>`,
        Tall: `<sheetData><row><c t="str"><v>Date</v></c><c t="str"><v>Paid</v></c></row>${'<row><c><v>7</v></c><c><v>8</v></c></row>'.repeat(90)}</sheetData>`,
        Long: long,
      }),
    )
    const pages = one
    const texts = await Promise.all(
      [...Array(14).keys(), pages.length - 1]
        .map((index) => index + 1)
        .map(async (page) => linesOf(one, page).join(' ')),
    )
    // Numbers that the sheet gives to its rows, the column that stays in place, and a first row of words.
    expect(texts[0]).toMatch(/Columns B to [E-H] of AN 1 cell 0 cell 1 .* 3 cell 0 cell 1/)
    expect(texts[1]).toMatch(/Columns [F-I] to [J-N] of AN 1 cell 0 cell \d .* 3 cell 0/)
    const tall = texts.findIndex((words) => words.startsWith('Tall'))
    expect(texts.slice(tall, tall + 2)).toEqual([
      expect.stringMatching(/^Tall Date Paid 7 8 7 8/),
      expect.stringMatching(/^Date Paid 7 8 7 8/),
    ])
    expect(texts.at(-1)).toContain('Only the first 5,000 rows of this sheet are shown.')
  })
})

test('an ODT file has its headings, lists, tables, footnotes and styles', async () => {
  const styles = `<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>
    <text:list-level-style-number text:level="2" style:num-format="a" style:num-prefix="(" style:num-suffix=")"/></text:list-style>
    <style:style style:name="A" style:family="paragraph" style:parent-style-name="B"/><style:style style:name="B" style:family="paragraph" style:parent-style-name="A"/>
    <style:style style:name="C1" style:family="table-column"><style:table-column-properties style:rel-column-width="49151*"/></style:style>
    <style:style style:name="C2" style:family="table-column"><style:table-column-properties style:rel-column-width="16384*"/></style:style>
    <style:style style:name="U" style:family="text"><style:text-properties fo:text-transform="uppercase"/></style:style>
    <style:style style:name="H" style:family="text"><style:text-properties text:display="none"/></style:style>`
  const inner = `<text:h text:outline-level="1">Will</text:h><text:p text:style-name="A">I<text:s text:c="2"/>give<text:note><text:note-citation>9</text:note-citation><text:note-body><text:p>Born</text:p></text:note-body></text:note>
    <text:span text:style-name="H">hidden</text:span></text:p><text:list text:style-name="L"><text:list-item><text:p>car</text:p><text:list><text:list-item><text:p>red</text:p></text:list-item></text:list></text:list-item>
    <text:list-item><text:p>house</text:p><text:p><text:span text:style-name="U">by the sea</text:span></text:p></text:list-item></text:list>
    <table:table><table:table-column table:style-name="C1"/><table:table-column table:style-name="C2"/><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table>
    <text:p><draw:frame draw:name="Seal"><draw:image xlink:href="http://127.0.0.1:9/a.png"/></draw:frame></text:p>`
  const outline = openPart(
    'document-styles',
    '<office:styles><text:outline-style><text:outline-level-style text:level="1" style:num-format="A" style:num-suffix="."/></text:outline-style></office:styles>',
  )
  const one = await pagesOf('odt', odtOf(inner, styles, { 'styles.xml': outline }))
  expect(linesOf(one)).toEqual([
    'A. Will',
    'I give1',
    '1. car',
    '(a) red',
    '2. house',
    'BY THE SEA',
    'a b',
    '[A picture that cannot be shown here: Seal]',
    '1',
    'Born',
  ])
  // Columns have their shares of the page.
  const [page] = one
  expect(page?.words.find(({ text }) => text === 'b')?.x).toBeGreaterThan(0.6)
})
