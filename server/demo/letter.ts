import { sign } from './ink.ts'
import { dateInWords, makePdf, type Pdf, paper } from './pdf.ts'

const openings = [
  'Thank you for your instructions of last week. We have now had the opportunity to read the deed and the later variations together.',
  'We refer to our telephone conversation and confirm the advice that we gave you about the trust and its trustee.',
  'As you asked, we have searched our strong room and found the original document, which remains in our safe custody.',
]
const middles = [
  'The power to appoint a new trustee is held by the Appointor alone. It is exercised by deed, and the retiring trustee must hand over the accounts, the minutes and the title documents within fourteen days.',
  'The distribution minute for the year must be signed before midnight on 30 June. A resolution made after that day does not bind the Commissioner, however clear the intention of the family may have been.',
  'The land is still registered in the name of the former trustee. We recommend that a transmission application be lodged before the property is offered for sale, since a purchaser\u2019s solicitor will certainly ask for it.',
  'The loan account has not been repaid within the seven years that the agreement allows. Your accountant should confirm the balance, and we will then prepare a new agreement on the terms that the law requires.',
  'We found no record that the 2009 variation was stamped. The duty is small, but the document cannot be relied upon in court until it has been paid, and we suggest that this be put right at once.',
]
const closings = [
  'Please sign both copies where marked, before a witness who is not a member of the family, and return one of them to us.',
  'Please telephone us if anything in this letter is unclear, or if your circumstances have changed since we last met.',
]

/** Draws a page of a solicitors' letter, written on a typewriter. */
export function drawLetter(pdf: Pdf, title: string, page: number, pages: number, random: () => number): void {
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? ''
  const left = paper.margin
  const textWidth = paper.width - 2 * left
  const line = { width: textWidth, lineGap: 3 }
  pdf.addPage()
  pdf
    .font('Times-Bold')
    .fontSize(20)
    .text('Hartley & Lowe', left, 60, { width: textWidth, characterSpacing: 1 })
  pdf
    .font('Times-Italic')
    .fontSize(10)
    .text('Solicitors and Notaries \u00b7 Level 4, 12 Bond Street, Sydney NSW 2000')
  pdf
    .moveTo(left, 104)
    .lineTo(left + textWidth, 104)
    .lineWidth(1)
    .stroke()
  const day = new Date(
    Date.UTC(2015 + Math.floor(random() * 10), Math.floor(random() * 12), 3 + Math.floor(random() * 24)),
  )
  pdf.font('Courier').fontSize(11)
  if (page === 1) {
    pdf.text(dateInWords(day), left, 134, line).moveDown(1.4)
    pdf.text('Dear Client,', line).moveDown(0.9)
    pdf.font('Courier-Bold').text(`Re: ${title}`, line).font('Courier').moveDown(0.9)
    pdf.text(pick(openings), line).moveDown(0.9)
  } else {
    pdf.text(`${title}, page ${page}`, left, 134, line).moveDown(1.4)
  }
  const first = Math.floor(random() * middles.length)
  for (let paragraph = 0; paragraph < 3; paragraph++) {
    pdf.text(middles[(first + paragraph) % middles.length] ?? '', line).moveDown(0.9)
  }
  if (page < pages) return
  pdf.text(pick(closings), line).moveDown(1.2).text('Yours faithfully,', line)
  sign(pdf, left + 6, pdf.y + 34, 'Margaret Hartley')
  pdf.text('Margaret Hartley', left, pdf.y + 70, line)
}

const wishes = (spouse: string, children: readonly string[]): string[] => [
  'You hold wide discretions under our deed. This letter does not bind you, and it may be shown to the family only if you think that it helps them. I write it so that you know what I would do.',
  `While ${spouse} lives, please regard ${spouse} as the first of the beneficiaries. The house is to stay available for as long as it is wanted, and income should be enough to keep it as it is kept today, with the garden.`,
  `After that I wish ${children.join(' and ')} to be treated alike over the years, not in each year. One may need help early, another late. Please write down what was advanced, so that nobody has to remember.`,
  'I would rather that school and university fees of grandchildren be paid directly than that money be given for them. Please do not give a large sum to anybody under twenty-five.',
  'The shares that came from my father need not be kept for his sake. Follow good advice, keep two years of outgoings at call, and do not lend to family without paper.',
  'If you cannot agree, ask our accountant first and a barrister last. None of you should go on as trustee for longer than it is a pleasure to meet.',
  'My papers are in the strong room. The keys of the house are with the neighbours at number nine, and the dog is to go to whoever will have him.',
]

/** Makes a letter of wishes, typed by the client and signed, of so many pages. */
export function makeWishesPdf(by: {
  name: string
  spouse: string
  children: readonly string[]
  trust: string
  date: Date
  pages?: number
}): Promise<Buffer> {
  const { name, spouse, children, trust, date, pages = 1 } = by
  const title = `Letter of wishes of ${name}`
  return makePdf({ title, author: name, date }, (pdf) => {
    const width = paper.width - 2 * paper.margin
    const line = { width, lineGap: 4 }
    const said = wishes(spouse, children)
    const each = Math.ceil(said.length / Math.max(pages, 2))
    for (let page = 1; page <= pages; page++) {
      pdf.addPage().font('Courier').fontSize(11)
      if (page === 1) {
        pdf.text(dateInWords(date), line).moveDown(1.2)
        pdf.text(`To the trustee of the ${trust}`, line).moveDown(1)
      } else pdf.text(`- ${page} -`, { ...line, align: 'center' }).moveDown(1.2)
      for (const text of said.slice((page - 1) * each, page * each)) pdf.text(text, line).moveDown(0.9)
      if (page < pages) continue
      pdf.moveDown(0.6).text('With my thanks,', line)
      sign(pdf, paper.margin + 8, pdf.y + 36, name)
      pdf.text(name, paper.margin, pdf.y + 56, line)
    }
  })
}
