import { clauses, type DeedParties, recitals } from './deed-clauses.ts'
import { executionBlock } from './ink.ts'
import { dateInWords, footer, makePdf, type Pdf, paper, randomFrom } from './pdf.ts'

const fewestPages = 4
const mostPages = 100
const left = paper.margin
const width = paper.width - 2 * paper.margin
const bottom = paper.height - paper.margin
const states = [
  'New South Wales',
  'Victoria',
  'Queensland',
  'South Australia',
  'Western Australia',
  'Tasmania',
]

export interface DeedInput {
  title: string
  parties: DeedParties
  date: Date
  pages: number
  /** Witness to the signatures; without one the deed is not signed yet. */
  witness?: string
}

/**
 * Makes an Australian discretionary trust deed: cover, recitals and clauses, schedule, execution page. It has exactly `pages` pages (4 to
 * 100, else a RangeError), and the same bytes for the same input. Invented people, no legal advice.
 */
export async function makeDeedPdf(input: DeedInput): Promise<Buffer> {
  const { title, parties, date, pages } = input
  if (!Number.isInteger(pages) || pages < fewestPages || pages > mostPages) {
    throw new RangeError(`A deed has ${fewestPages} to ${mostPages} pages`)
  }
  const random = randomFrom(title + parties.settlor)
  const state = states[Math.floor(random() * states.length)] ?? 'New South Wales'
  const settledSum = (1 + Math.floor(random() * 10)) * 10
  return makePdf({ title, author: parties.settlor, date }, (pdf) => {
    let page = 0
    const turnPage = () => {
      pdf.addPage()
      page++
      if (page > 1) footer(pdf, title, `Page ${page} of ${pages}`)
    }
    turnPage()
    drawCover(pdf, title, parties, date)
    drawBody(pdf, blocks(title, parties, state), pages - 3, turnPage)
    turnPage()
    drawSchedule(pdf, title, parties, [
      ['Date of deed', dateInWords(date)],
      ['Settled Sum', `$${settledSum}.00`],
      ['Governing law', state],
    ])
    turnPage()
    drawExecution(pdf, input)
  })
}

function drawCover(pdf: Pdf, title: string, parties: DeedParties, date: Date): void {
  pdf
    .rect(left - 22, left - 22, width + 44, paper.height - 2 * left + 44)
    .lineWidth(1.6)
    .stroke()
  pdf
    .rect(left - 17, left - 17, width + 34, paper.height - 2 * left + 34)
    .lineWidth(0.5)
    .stroke()
  const centred = { width, align: 'center' } as const
  pdf
    .font('Times-Roman')
    .fontSize(12)
    .text(`Dated ${dateInWords(date)}`, left, 150, centred)
  pdf.font('Times-Bold').fontSize(28).text(title, left, 215, centred)
  pdf
    .moveDown(0.4)
    .font('Times-Roman')
    .fontSize(14)
    .text('DEED OF SETTLEMENT', { ...centred, characterSpacing: 2 })
  pdf.moveDown(3)
  for (const [name, role] of [
    [parties.settlor, 'Settlor'],
    [parties.trustee, 'Trustee'],
  ] as const) {
    pdf.font('Times-Bold').fontSize(14).text(name, left, pdf.y, centred)
    pdf.font('Times-Italic').fontSize(12).text(role, centred).moveDown(1.6)
  }
  pdf
    .font('Times-Roman')
    .fontSize(10)
    .text('A discretionary trust', left, bottom - 30, centred)
}

type Block = { kind: 'heading' | 'paragraph'; number: string; text: string }

function* blocks(title: string, parties: DeedParties, state: string): Generator<Block, undefined> {
  // 'Smith Family Trust Deed' and 'Smith Family Trust — Deed of Settlement' belong to the Smith Family Trust.
  const trust = title.replace(/\s*(?:[—–:-]\s*trust deed|[—–:-]?\s*deed(?: of settlement)?)$/i, '')
  yield { kind: 'heading', number: '', text: 'Recitals' }
  for (const [index, text] of recitals(parties, trust).entries()) {
    yield { kind: 'paragraph', number: String.fromCodePoint(65 + index), text }
  }
  yield { kind: 'heading', number: '', text: 'The parties agree' }
  let clause = 0
  for (const { heading, paragraphs } of clauses(parties, trust, state)) {
    clause++
    yield { kind: 'heading', number: `${clause}`, text: heading }
    for (const [index, text] of paragraphs.entries()) {
      yield { kind: 'paragraph', number: `${clause}.${index + 1}`, text }
    }
  }
}

/** Fills exactly `count` pages with blocks; a heading is never alone at the foot of a page. */
function drawBody(pdf: Pdf, source: Iterable<Block>, count: number, turnPage: () => void): void {
  const measured = measure(pdf, source)
  let next = measured.next()
  let after = measured.next()
  for (let page = 0; page < count; page++) {
    turnPage()
    let y = paper.margin
    while (!next.done) {
      const { block, height } = next.value
      const kept = block.kind === 'heading' && !after.done ? after.value.height : 0
      if (y + height + kept > bottom) break
      drawBlock(pdf, block, y)
      y += height
      next = after
      after = measured.next()
    }
  }
}

function* measure(pdf: Pdf, source: Iterable<Block>): Generator<{ block: Block; height: number }, undefined> {
  for (const block of source) yield { block, height: heightOf(pdf, block) }
}

const indent = 40

function typeset(pdf: Pdf, block: Block): void {
  if (block.kind === 'heading') pdf.font('Times-Bold').fontSize(12.5)
  else pdf.font('Times-Roman').fontSize(11.5)
}

const textOptions = { width: width - indent, lineGap: 2.5, align: 'justify' } as const
const gap = { heading: { above: 10, below: 5 }, paragraph: { above: 0, below: 7 } }

function heightOf(pdf: Pdf, block: Block): number {
  typeset(pdf, block)
  return pdf.heightOfString(block.text, textOptions) + gap[block.kind].above + gap[block.kind].below
}

function drawBlock(pdf: Pdf, block: Block, y: number): void {
  typeset(pdf, block)
  const top = y + gap[block.kind].above
  const x = block.number === '' ? left : left + indent
  if (block.number !== '') pdf.text(block.number, left, top, { lineBreak: false })
  pdf.text(block.text, x, top, textOptions)
  if (block.kind === 'heading') pdf.outline.addItem(`${block.number} ${block.text}`.trim())
}

function drawSchedule(pdf: Pdf, title: string, parties: DeedParties, facts: [string, string][]): void {
  pdf.outline.addItem('Schedule')
  pdf.font('Times-Bold').fontSize(16).text('Schedule', left, left, { width, align: 'center' }).moveDown(1.2)
  const rows: [string, string][] = [
    ['Instrument', title],
    ...facts,
    ['Settlor', parties.settlor],
    ['Trustee', parties.trustee],
    ['Appointor', parties.appointor],
    ['Primary Beneficiaries', parties.beneficiaries.join('\n')],
  ]
  let y = pdf.y
  for (const [label, value] of rows) {
    pdf
      .font('Times-Bold')
      .fontSize(11.5)
      .text(label, left + 8, y + 8, { width: 140 })
    pdf.font('Times-Roman').text(value, left + 160, y + 8, { width: width - 168, lineGap: 3 })
    const end = Math.max(pdf.y, y + 22) + 8
    pdf
      .rect(left, y, width, end - y)
      .lineWidth(0.5)
      .stroke()
    pdf
      .moveTo(left + 150, y)
      .lineTo(left + 150, end)
      .stroke()
    y = end
  }
}

function drawExecution(pdf: Pdf, { parties, witness, date }: DeedInput): void {
  pdf
    .font('Times-Bold')
    .fontSize(16)
    .text('Execution page', left, left, { width, align: 'center' })
    .moveDown(0.8)
  pdf.font('Times-Roman').fontSize(11.5).text('Executed as a deed.', left, pdf.y, { width })
  let y = pdf.y + 24
  for (const [name, role] of [
    [parties.settlor, 'Settlor'],
    [parties.trustee, 'Trustee'],
    [parties.appointor, 'Appointor'],
  ] as const)
    y = executionBlock(
      pdf,
      y,
      { name, role, ...(witness && { witness }), ...(parties.officers && { officers: parties.officers }) },
      date,
    )
}
