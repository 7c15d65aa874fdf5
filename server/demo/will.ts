import { sign } from './ink.ts'
import { dateInWords, footer, makePdf, paper, signatureLine } from './pdf.ts'

export interface WillInput {
  testator: string
  executor: string
  date: Date
  /** Two witnesses; without them the will is not signed yet. */
  witnesses?: readonly [DemoWitness, DemoWitness]
}

export interface DemoWitness {
  name: string
  occupation: string
  address: string
}

/** Makes a last will and testament of two pages, the same bytes for the same input. The people are invented, and it is no legal advice. */
export async function makeWillPdf({ testator, executor, date, witnesses }: WillInput): Promise<Buffer> {
  const title = `Last Will and Testament of ${testator}`
  return makePdf({ title, author: testator, date }, (pdf) => {
    const left = paper.margin
    const width = paper.width - 2 * left
    pdf.addPage()
    footer(pdf, title, 'Page 1 of 2')
    pdf
      .font('Times-Bold')
      .fontSize(24)
      .text('Last Will and Testament', left, left + 10, { width, align: 'center' })
    pdf.font('Times-Roman').fontSize(12).moveDown(0.4).text('of', { width, align: 'center' }).moveDown(0.4)
    pdf.font('Times-Bold').fontSize(16).text(testator, { width, align: 'center' }).moveDown(1.6)
    for (const [index, [heading, text]] of gifts(testator, executor, date).entries()) {
      pdf
        .font('Times-Bold')
        .fontSize(12)
        .text(`${index + 1}.  ${heading}`, left, pdf.y, { width })
      pdf.moveDown(0.25).font('Times-Roman').fontSize(11.5)
      pdf.text(text, left + 22, pdf.y, { width: width - 22, lineGap: 2.5, align: 'justify' }).moveDown(0.8)
    }

    pdf.addPage()
    footer(pdf, title, 'Page 2 of 2')
    pdf
      .font('Times-Bold')
      .fontSize(16)
      .text('Attestation', left, left, { width, align: 'center' })
      .moveDown(1)
    pdf.font('Times-Roman').fontSize(11.5)
    pdf.text(
      `Signed by ${testator} on ${dateInWords(date)} in our presence, both of us being present at the same time, and ` +
        'attested by us in the presence of the testator and of each other. Neither of us is a beneficiary under this ' +
        'will, nor married to one.',
      left,
      pdf.y,
      { width, lineGap: 2.5, align: 'justify' },
    )
    signatureLine(pdf, left, 270, width / 2, `Signature of ${testator}`)
    if (witnesses) sign(pdf, left + 20, 266, testator)
    const half = (width - 40) / 2
    for (const [index, x] of [left, left + half + 40].entries()) {
      const witnessed = witnesses?.[index]
      pdf
        .font('Times-Bold')
        .fontSize(11.5)
        .text(index === 0 ? 'First witness' : 'Second witness', x, 340)
      for (const [row, caption] of ['Signature', 'Full name', 'Occupation', 'Address', ''].entries()) {
        signatureLine(pdf, x, 410 + row * 56, half, caption)
        const written =
          witnessed && [witnessed.name, witnessed.name, witnessed.occupation, witnessed.address][row]
        if (!written) continue
        if (row === 0) sign(pdf, x + 10, 407, written)
        else
          pdf
            .font('Courier')
            .fontSize(9)
            .text(written, x + 4, 398 + row * 56, { width: half })
      }
    }
  })
}

function gifts(testator: string, executor: string, date: Date): [heading: string, text: string][] {
  return [
    [
      'Revocation',
      `I, ${testator}, revoke all wills and testamentary dispositions that I made before ${dateInWords(date)} and declare this to be my last will.`,
    ],
    [
      'Executor and trustee',
      `I appoint ${executor} as the executor of this will and the trustee of my estate. If my executor does not survive me by thirty days, or is unable or unwilling to act, I appoint the senior partner, at my death, of the firm of solicitors that holds the original of this will.`,
    ],
    [
      'Personal belongings',
      'I give my jewellery, books, pictures and household belongings to my spouse. If my spouse does not survive me, my executor is to divide them among my children as they agree, and sell what they do not agree upon.',
    ],
    [
      'Gift to charity',
      'I give the sum of $5,000 to the hospital nearest to my last place of residence, for the purposes of its palliative care ward. The receipt of its treasurer is a sufficient discharge.',
    ],
    [
      'Residue',
      'I give the residue of my estate, after payment of my debts, funeral and testamentary expenses, to my spouse if my spouse survives me by thirty days. If not, I give it in equal shares to those of my children who survive me; the children of a child who dies before me take the share of their parent.',
    ],
    [
      'Guardianship',
      'If my spouse does not survive me, I appoint my executor as guardian of my children under the age of eighteen years, and ask that they be brought up together.',
    ],
    [
      'Powers of my trustee',
      'My trustee may sell, keep or invest any part of my estate as if it were the absolute owner, may apply income or capital for the maintenance, education and advancement of a beneficiary under age, and may carry on any business in which I have an interest.',
    ],
  ]
}
