import { dateInWords, type Pdf, paper, randomFrom, signatureLine } from './pdf.ts'

const inks = ['#1b2a6b', '#16161a', '#20407c']
const tall = /[bdfhklt]/
const deep = /[fgjpqyz]/

/** Writes a name by hand, leaning to the right, from (x, y) on the line; about 7 points for each letter. The same for the same name. */
export function sign(pdf: Pdf, x: number, y: number, name: string): void {
  const random = randomFrom(`the hand of ${name}`)
  const lean = 0.25 + random() * 0.25
  const at = (along: number, up: number): [number, number] => [x + along + up * lean, y - up]
  const words = name.split(/\s+/)
  const last = words.length - 1
  pdf
    .save()
    .lineCap('round')
    .lineJoin('round')
    .strokeColor(inks[Math.floor(random() * inks.length)] ?? '#000')
  let along = 0
  for (const [index, word] of words.entries()) {
    pdf.moveTo(...at(along, 1))
    // Given names are signed as initials by most hands.
    const letters = index < last && random() < 0.7 ? word.slice(0, 1) : word
    for (const [place, letter] of [...letters].entries()) {
      const wide = place === 0 ? 12 + random() * 3 : 4.6 + random() * 2.4
      const high = place === 0 ? 17 + random() * 6 : (tall.test(letter) ? 13 : 4.5) + random() * 2
      const low = place > 0 && deep.test(letter) ? -8 - random() * 4 : 0.5 - random()
      pdf.bezierCurveTo(
        ...at(along + wide * 0.7, high * 0.5),
        ...at(along + wide, high * 1.15),
        ...at(along + wide * 0.5, high),
      )
      pdf.bezierCurveTo(
        ...at(along + wide * 0.1, high * 0.9),
        ...at(along + wide * 0.2, low),
        ...at(along + wide, low * 0.4),
      )
      along += wide
    }
    pdf.bezierCurveTo(...at(along + 3, 0), ...at(along + 5, 2), ...at(along + 7, 3 * random()))
    along += 10
  }
  if (random() < 0.5) pdf.moveTo(...at(8, -5)).quadraticCurveTo(...at(along * 0.6, -9), ...at(along + 8, -3))
  pdf
    .lineWidth(0.9 + random() * 0.5)
    .stroke()
    .restore()
  pdf.strokeColor('black').lineWidth(0.7)
}

/** A person who signs, alone before a witness, or a company by its officers; nothing is signed without a witness and officers. */
export interface Signer {
  name: string
  role: string
  witness?: string
  /** Director, and director or secretary, of a company. */
  officers?: readonly [string, string]
}

const half = (paper.width - 2 * paper.margin - 40) / 2
/** Points that an execution block takes. */
export const blockHeight = 196

/** Draws how one party signs, from y on, with date if it is known by whom; a deed is `sealed`. Returns where the block ends. */
export function executionBlock(
  pdf: Pdf,
  y: number,
  { name, role, witness, officers }: Signer,
  date: Date,
  sealed = true,
): number {
  const left = paper.margin
  // Corporations Act 2001 (Cth) section 127: a company signs by two officers, a person before a witness.
  const company = /\b(?:Pty Ltd|Limited|Ltd)\b/.test(name)
  const how = company
    ? ` by ${name} as ${role} under section 127(1) of the Corporations Act 2001 (Cth) by:`
    : ` by ${name} as ${role} in the presence of:`
  pdf.font('Times-Bold').fontSize(11.5)
  pdf.text(company ? 'Executed' : sealed ? 'Signed, sealed and delivered' : 'Signed', left, y, {
    width: 2 * half + 40,
    continued: true,
  })
  pdf.font('Times-Roman').text(how)
  const line = y + 82
  const signed = company ? officers : witness ? ([witness, name] as const) : undefined
  const captions = company
    ? ['Signature of director', 'Signature of director or secretary']
    : ['Signature of witness', `Signature of ${name}`]
  for (const side of [0, 1] as const) {
    const x = left + side * (half + 40)
    const isDate = !company && side === 1
    signatureLine(pdf, x, line, half, captions[side] ?? '')
    signatureLine(pdf, x, line + 52, half, isDate ? 'Date' : 'Name (please print)')
    if (!signed) continue
    sign(pdf, x + 12, line - 3, signed[side])
    pdf
      .font('Courier')
      .fontSize(10)
      .fillColor(inks[0] ?? '#000')
    pdf.text(isDate ? dateInWords(date) : signed[side].toUpperCase(), x + 6, line + 38, {
      width: half,
      lineBreak: false,
    })
    pdf.fillColor('black')
  }
  return line + 106
}
