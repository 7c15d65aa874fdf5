import { fileURLToPath } from 'node:url'
import { isState, states } from '@deedbox/contract/australia.ts'
import { matterKinds, matterStatuses } from '@deedbox/contract/matter-terms.ts'
import PDFDocument from 'pdfkit'
import { timeIn } from '../../platform/instants.ts'
import type { StoredMatter } from '../../policy/matters.ts'

/** Fonts, read when a page is made; `import.meta.resolve` needs its argument as a literal. */
const fonts = {
  plain: () => import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  bold: () => import.meta.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf'),
}
export const ink = '#1B2A41'
export const grey = '#55606F'
const margin = 48

/** Subject of a printed page: a matter on a day, and who asked for it when. */
export type PageOf = { matter: StoredMatter; on: string; by: string; at: Date; timeZone: string }

/** Begins a printed page with its title and the facts of the matter; `finish` says who asked for it, below a last sentence. */
export function startPage(title: string, { matter, by, at, timeZone }: Omit<PageOf, 'on'>) {
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    lang: 'en-AU',
    displayTitle: true,
    info: { Title: `${title}: ${matter.name}`, Author: by, CreationDate: at, ModDate: at },
  })
  for (const [name, file] of Object.entries(fonts)) pdf.registerFont(name, fileURLToPath(file()))
  const say = (text: string, size = 9, colour = ink, font: keyof typeof fonts = 'plain') =>
    pdf.font(font).fontSize(size).fillColor(colour).text(text, { lineGap: 1.5 })
  const head = (text: string) => {
    pdf.moveDown(0.7)
    say(text, 11, ink, 'bold').moveDown(0.2)
  }
  say(title, 18, ink, 'bold')
  say(matter.name, 12, ink, 'bold')
  const facts = [
    matterKinds[matter.kind],
    matter.reference && `reference ${matter.reference}`,
    matter.governingLaw && isState(matter.governingLaw) && `law of ${states[matter.governingLaw]}`,
    matterStatuses[matter.status].toLowerCase(),
  ]
  say(facts.filter(Boolean).join(' · '), 9, grey)
  const finish = async (last: string): Promise<Buffer> => {
    pdf.moveDown()
    say(`Asked by ${by} on ${timeIn(at, timeZone)}. ${last}`, 8, grey)
    pdf.end()
    const pieces: Buffer[] = []
    for await (const piece of pdf) pieces.push(piece as Buffer)
    return Buffer.concat(pieces)
  }
  return { pdf, say, head, finish }
}
