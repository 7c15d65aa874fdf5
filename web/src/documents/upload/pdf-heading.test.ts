import { PDFDocument, PDFName, StandardFonts } from '@cantoo/pdf-lib'
import { suggestedKind } from '@deedbox/contract/suggested-kind.ts'
import { expect, test } from 'vitest'
import { pdfHeading } from './pdf-heading.ts'

test('the heading of a PDF is read, and names its kind', async () => {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.TimesRoman)
  const page = pdf.addPage()
  page.drawText('DEED OF VARIATION', { font, y: 700 })
  page.drawText('of the (Lowe) Family Trust', { font, y: 650 })
  const heading = await pdfHeading(await pdf.save())
  expect(heading).toBe('DEED OF VARIATION of the (Lowe) Family Trust')
  expect(suggestedKind('scan 0012', heading)).toBe('variation')
})

test('letters whose codes only the font knows are read by its table, in each of its forms', async () => {
  const pdf = await PDFDocument.create()
  const { context } = pdf
  const page = pdf.addPage()
  const map =
    '1 begincodespacerange <0000><ffff> endcodespacerange 2 beginbfchar <0001> <004C> <0002> <0041> endbfchar 2 beginbfrange <0010> <0013> <0053> <0020> <0021> [<0057> <0049>] endbfrange'
  const ToUnicode = context.register(context.flateStream(map))
  page.node.setFontDictionary(
    PDFName.of('F1'),
    context.register(context.obj({ Type: 'Font', Subtype: 'Type0', Encoding: 'Identity-H', ToUnicode })),
  )
  const content =
    'BT /F1 12 Tf [<0001> 20 <0002> <0010>] TJ [<0011> -400 <0020> <0021>] TJ 0 -14 Td <00010001> Tj ET'
  page.node.set(PDFName.of('Contents'), context.register(context.flateStream(content)))
  expect(await pdfHeading(await pdf.save())).toBe('LAST WI LL')
})

test('what has no words, or cannot be read, suggests nothing', async () => {
  const blank = await PDFDocument.create()
  blank.addPage()
  expect(await pdfHeading(await blank.save())).toBe('')
  expect(await pdfHeading(new TextEncoder().encode('%PDF-1.7\nno more'))).toBe('')
})
